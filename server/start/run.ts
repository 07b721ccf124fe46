// THE RUN OF THE PROGRAM: reads the configuration, starts, prints its address, stops on a signal. It imports little itself: start.ts, and with
// it most of the server, is imported while the embedded PostgreSQL starts.
// Not here: what a process consists of (process/).
import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '#config/config.ts'
import { startEarly } from '#process/early_start.ts'
import { explain } from './explain.ts'
import { readStopwatch } from '#lib/clock.ts'
import { messageOf } from '#lib/error_words.ts'
import type { Running } from '#process/process.ts'
import { makeStopping, StopRequested, type StopPlan, type Stopping } from '#core/stopping.ts'
import { ownerLines, formatWelcome } from './welcome.ts'

/** A signal this soon after the first counts as the same one: service managers and npm repeat them. */
const REPEATED_SIGNAL_MS = 500
/** Signals sent together arrive in the order of their numbers, SIGHUP before SIGTERM: this is how long the others are awaited. */
const SIGNAL_BATCH_MS = 20
/** The limit of the stop after an uncaught exception. */
const FAULT_SECONDS = 5
/** When an immediate stop begins, every part of the process has ended by then. */
const FORCED_STOP_MS = 18_000

/** Output of the plain lines about start and stop. */
let output: NodeJS.WritableStream = process.stdout
const say = (line: string) => output.write(`${line}\n`)

async function start(args: readonly string[], stopping: Stopping): Promise<void> {
  guardOutput()
  const config = readConfig({ ...process.env, ...fromArguments(args) })
  if (config.access_log) output = process.stderr
  const { promise: started, resolve, reject } = Promise.withResolvers<Running>()
  const end = makeEnd(stopping, started)
  if (cluster.isWorker) followLeader(stopping, end)
  else stopOnSignals(config, stopping, end)
  const endAfterFault = () => (stopping.draining ? stopping.hurryUp() : end(atOnce(FAULT_SECONDS), 1))
  importAndStart(config, stopping, endAfterFault).then(resolve, reject)
  const running = await started
  if (cluster.isWorker) return
  if (stopping.draining) {
    // shown all the same, since it is shown once
    for (const line of ownerLines(running.first)) say(line)
    return
  }
  for (const line of formatWelcome(config, running)) say(line)
  process.send?.('ready')
  // Node itself writes the cache only when the process exits normally, which a killed one does not
  flushCompileCache()
}

/** Starts the embedded PostgreSQL, imports most of the server meanwhile, and starts it. */
async function importAndStart(config: Config, stopping: Stopping, endAfterFault: () => void): Promise<Running> {
  const sayIndented = (line: string) => say(`  ${line}`)
  const early = cluster.isWorker ? null : await startEarly(config, sayIndented, stopping.asked)
  try {
    const { startConfigured } = await import('./start.ts')
    return await startConfigured(config, { say: sayIndented, stopping, early, endAfterFault })
  } catch (error) {
    await early?.stop(stopping.hurry)
    throw error
  }
}

/** Ignores write errors of the output: the process continues when nothing reads it any more. */
function guardOutput(): void {
  // there is no other place to report the error
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/** `--workers N` sets WEB_CONCURRENCY, `--demo` DESKHAND_DEMO. @throws ConfigError for other arguments */
function fromArguments(args: readonly string[]): Record<string, string> {
  try {
    const { values } = parseArgs({ args: [...args], options: { workers: { type: 'string' }, demo: { type: 'boolean' } } })
    return {
      ...(values.workers === undefined ? {} : { WEB_CONCURRENCY: values.workers }),
      ...(values.demo === true ? { DESKHAND_DEMO: 'on' } : {}),
    }
  } catch (error) {
    throw new ConfigError(`${messageOf(error)}. The options are --workers N and --demo.`)
  }
}

const atOnce = (limit_seconds: number): StopPlan => ({ drain_seconds: 0, limit_seconds })

type EndProcess = (plan: StopPlan, code: number) => void

/** Returns the function that stops the process, even while it is still starting, and exits with a code. */
function makeEnd(stopping: Stopping, started: Promise<Running>): EndProcess {
  let ending = false
  const end = async (plan: StopPlan, code: number) => {
    if (ending) return
    ending = true
    if (!cluster.isWorker) say('Stopping …')
    stopping.hurry.addEventListener('abort', () => setTimeout(() => process.exit(1), FORCED_STOP_MS).unref(), { once: true })
    stopping.ask(plan)
    await started.then((running) => running.stop()).catch((error: unknown) => (error instanceof StopRequested ? undefined : fail(error)))
    if (!cluster.isWorker) say('Stopped.')
    process.exit(code)
  }
  return (plan, code) => void end(plan, code)
}

/** SIGINT, SIGTERM and SIGHUP stop the process in order, the database included; a second one stops it at once. */
function stopOnSignals({ drain_seconds, stop_seconds }: Config, stopping: Stopping, end: EndProcess): void {
  const received = new Set<NodeJS.Signals>()
  let first_at = 0
  // only SIGTERM drains: with Ctrl-C a person waits, and there is no proxy that has to notice
  const begin = () => end(received.has('SIGTERM') ? { drain_seconds, limit_seconds: stop_seconds } : atOnce(stop_seconds), 0)
  const receive = (signal: NodeJS.Signals) => {
    if (stopping.draining) return readStopwatch() - first_at > REPEATED_SIGNAL_MS ? stopping.hurryUp() : undefined
    received.add(signal)
    if (received.size > 1) return
    first_at = readStopwatch()
    setTimeout(begin, SIGNAL_BATCH_MS)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, receive)
  // the process that started us (npm start) and holds the other end has ended
  if (process.send !== undefined) process.once('disconnect', () => receive('SIGHUP'))
}

/** A terminal or a service sends signals to the whole process group: the leader handles them and notifies its members. */
function followLeader(stopping: Stopping, end: EndProcess): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  stopping.asked.addEventListener('abort', () => end(stopping.plan, 0), { once: true })
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(error instanceof ConfigError ? 2 : 1)
}

/** Runs the server until a signal stops the process. `args`: those of the command line that are for it. */
export function run(args: readonly string[]): void {
  const stopping = makeStopping()
  start(args, stopping).catch((error: unknown) => {
    // a stop requested meanwhile ends the process itself
    if (!stopping.draining || !(error instanceof StopRequested)) fail(error)
  })
}
