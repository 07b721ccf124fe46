/**
 * SEVERAL WEB PROCESSES ON ONE PORT: the leader forks them, replaces each that ends, stops them, and adds up their figures. Not here: what
 * a member does (member.ts), and how it gets connections (sharing.ts).
 */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from '#db/address.ts'
import type { MachineListening } from '#db/machine_listener.ts'
import { timeToClose } from '#process/drain.ts'
import type { Server } from '#http/serve.ts'
import { readStopwatch } from '#lib/clock.ts'
import { type Figures, gatherMetrics, joinFigures, readFigures, showWebProcesses } from '#core/metrics.ts'
import { freePort, hostOf } from '#http/port.ts'
import type { Listening } from '#process/process.ts'
import { forEachOf } from '#lib/all_of.ts'
import { StartError } from '#lib/start_error.ts'
import type { ToLeader, ToMember } from './messages.ts'
import { takeOutputs } from './output.ts'
import { makeSharing, type SharedPort } from './sharing.ts'

/** The members could not be started; they have printed the reason before. */
class MemberError extends StartError {}

/** Milliseconds to wait before the next try, by the number of consecutive ends. */
const RESTART_DELAYS_MS = [0, 250, 500, 1000, 2000, 5000, 10_000]
/** After running this long, in milliseconds, the end of a member is not counted as consecutive. */
const STABLE_MS = 60_000
/** How long a member may take to cut off its work, once an immediate stop begins. */
const LAST_MS = 2500
/** Longer than a member waits for its slowest figure; see PROBE_MS of monitoring/figures.ts. */
const MEASURE_MS = 3000

/** What a group has of its leader: an open server, the address of its database, and the listener that all share. */
export interface Leader {
  readonly server: Server
  readonly database: DatabaseAddress
  readonly listening: MachineListening
}

/** Starts web processes, waits until all of them take connections, and opens the port. @throws MemberError when one of them ends instead */
export async function startGroup({ server, database, listening }: Leader, size: number): Promise<Listening> {
  const { config } = server.services
  // a port chosen by the system would be a different one for a member that starts later
  const port = config.port === 0 ? await freePort(config.host) : config.port
  const measuring = makeMeasuring()
  const sharing = makeSharing()
  showWebProcesses(sharing.size)
  gatherMetrics(() => measuring.ofAll())
  const outputs = config.access_log ? takeOutputs() : null
  const open = () => {
    const member = cluster.fork()
    outputs?.take(member)
    const link = listening.admit((message) => send(member, { type: 'listening', message }))
    member.once('exit', link.end)
    member.on('message', (message: ToLeader) => {
      if (message.type === 'hello') send(member, { type: 'start', database, port })
      else if (message.type === 'ready') sharing.add(member)
      else if (message.type === 'listening') link.receive(message.message)
      else if (message.type === 'measured') measuring.take(message.id, message.figures)
      else if (message.type === 'measure_all')
        void measuring.ofAll().then((text) => send(member, { type: 'figures_of_all', id: message.id, text }))
    })
    member.on('error', () => {}) // a message to a member that has just ended; its end is handled in keep()
    return member
  }
  const { stopping } = server
  const first = Array.from({ length: size }, open)
  whenAborted(stopping.asked, () => sendAll({ type: 'stop', plan: stopping.plan }))
  whenAborted(stopping.hurry, cutOff)
  const keeping = forEachOf(first, (member) => keep(server, member, open))
  const close = async (port: SharedPort) => {
    await timeToClose(stopping)
    await port.close()
    sendAll({ type: 'port_closed' })
    await keeping
    await outputs?.ended()
  }
  try {
    await forEachOf(first, waitUntilReady)
    const shared = await sharing.open(port, hostOf(config.host))
    return { app: null, address: shared.address, isServing: () => sharing.size() > 0, close: () => close(shared) }
  } catch (error) {
    // stopped during the start: the stop continues, and the output of the start is still printed
    const isAsked = stopping.draining
    stopping.ask({ drain_seconds: 0, limit_seconds: 5 })
    sendAll({ type: 'port_closed' })
    const address = { port, address: config.host, family: 'IPv4' }
    if (isAsked) return { app: null, address, isServing: () => false, close: () => keeping.then(() => outputs?.ended()) }
    await keeping
    throw error
  }
}

/** Also handles a signal that is already aborted: it never calls a listener added later. */
function whenAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
}

/** Waits until a member takes connections. @throws MemberError when it ends instead */
function waitUntilReady(member: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  member.on('message', (message: ToLeader) => message.type === 'ready' && resolve())
  member.once('exit', () => reject(new MemberError('a web process ended while it was starting; what it said stands above.')))
  member.on('error', () => member.process.pid === undefined && reject(new MemberError('a web process could not be made.')))
  return promise
}

/** Waits for the end of a member and starts the next one, until a stop is requested and the last one has ended. */
async function keep({ stopping, log }: Server, first: Worker, open: () => Worker): Promise<void> {
  let member = first
  for (let ends = 0; ; ends += 1) {
    const begun = readStopwatch()
    const { code, signal } = await endOf(member)
    if (stopping.draining) return
    if (readStopwatch() - begun > STABLE_MS) ends = 0
    log.error({ pid: member.process.pid, code, signal }, `web process ${member.process.pid} ended; another one is started`)
    // rejected by the signal only
    await sleep(RESTART_DELAYS_MS[Math.min(ends, RESTART_DELAYS_MS.length - 1)], undefined, { signal: stopping.asked }).catch(() => {})
    if (stopping.draining) return
    member = open()
  }
}

async function endOf(member: Worker): Promise<{ code: number | null; signal: string | null }> {
  const { exitCode, signalCode } = member.process
  if (exitCode !== null || signalCode !== null) return { code: exitCode, signal: signalCode }
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; signal: string | null }>()
  member.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
  // a process that could not be spawned emits no exit event
  member.on('error', () => member.process.pid === undefined && resolve({ code: null, signal: null }))
  return promise
}

function members(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((member) => member !== undefined)
}

function send(member: Worker, message: ToMember): void {
  if (member.isConnected()) member.send(message, () => {}) // it may end meanwhile, which is handled elsewhere
}

function sendAll(message: ToMember): void {
  for (const member of members()) send(member, message)
}

function cutOff(): void {
  sendAll({ type: 'hurry' })
  setTimeout(() => {
    for (const member of members()) member.process.kill('SIGKILL')
  }, LAST_MS).unref()
}

/** Queries the figures of all members; those that do not answer in time are left out. */
function makeMeasuring() {
  const rounds = new Map<number, (figures: Figures) => void>()
  let last = 0
  return {
    take: (id: number, figures: Figures) => rounds.get(id)?.(figures),
    async ofAll(): Promise<string> {
      const id = ++last
      const all: Figures[] = []
      const asked = members().filter((member) => member.isConnected())
      const { promise, resolve } = Promise.withResolvers<void>()
      const take = (figures: Figures) => void (all.push(figures) > asked.length && resolve())
      rounds.set(id, take)
      const limit = setTimeout(resolve, MEASURE_MS)
      for (const member of asked) send(member, { type: 'measure', id })
      void readFigures().then(take)
      await promise
      clearTimeout(limit)
      rounds.delete(id)
      return joinFigures(all)
    },
  }
}
