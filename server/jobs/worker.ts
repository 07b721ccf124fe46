/** Runs the jobs of the queue. Starts in the background: nothing waits for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Pool } from 'pg'
import type { DatabaseAddress } from '#db/address.ts'
import { openQueuePool } from '#db/queue.ts'
import type { Server } from '#http/serve.ts'
import { forEachOf } from '#lib/all_of.ts'
import { reasonOf } from '#lib/error_words.ts'
import { attemptJob, attemptTogether, JobPutOff } from './attempt.ts'
import { type Batches, makeBatches } from './batches.ts'
import type { JobCall, JobName } from '#queue/enqueue.ts'
import { type IsOver, retryThroughOutage, RETRY_POLICY, type RetryPolicy, type RetryCallbacks } from './retry_policy.ts'
import { giveAttemptBack, openHeartbeat, type Heartbeat, putOffJob, releaseOrphans, takeBack } from './heartbeat.ts'
import { analyzeGrown } from '#db/figures.ts'
import { runScheduled } from './scheduled.ts'
import { shareSlots } from './shared_slots.ts'
import { INNER_SLOTS, isOutbound, OUTBOUND_SLOTS } from '#queue/slots.ts'
import { sweep } from './sweep.ts'
import { JOBS } from './table.ts'
import { inSpan, type SpanAbout } from '#tracing/spans.ts'
import { readTrace, type Trace, traceMembers } from '#tracing/trace.ts'
import { keysOf } from '#lib/objects.ts'

const POLL_MS = 2000
/** The interval of the search for jobs of dead workers. */
const LOOK_MS = 10_000
const SWEEP_MS = 600_000
/** The interval of scheduled work. */
const DUE_MS = 30_000
/** The interval of the search for tables that have grown beyond their statistics. */
const FIGURES_MS = 5_000
const RETRY_MS = 500
/** For each of the two runners one that listens, one for each inner slot, and two for calls outside, whose jobs are claimed one by one. */
const QUEUE_CONNECTIONS = INNER_SLOTS + 4
/** How long jobs may take to notice that the database is gone. */
const GRACE_MS = 5000

/** A worker that runs, or is starting. */
export interface Worker {
  /** Lets running jobs finish, then stops. */
  stop(): Promise<void>
}

/** What a worker needs: the process, the queue's address, and its retry policy. */
interface WorkerParts {
  readonly server: Server
  readonly address: DatabaseAddress
  readonly patience: RetryPolicy
  readonly batches: Batches
  /** The names under which this process locked jobs before it lost its session. */
  readonly former: string[]
}

/** Starts taking jobs, and again after each loss of the database. */
export function startWorker(server: Server, address: DatabaseAddress, retryPolicy: RetryPolicy = RETRY_POLICY): Worker {
  const stopping = new AbortController()
  const { asked } = server.stopping
  asked.addEventListener('abort', () => stopping.abort(), { once: true }) // takes no more jobs while requests are still served
  if (server.schema.behind.aborted) stopping.abort()
  server.schema.behind.addEventListener('abort', () => stopping.abort(), { once: true })
  const working = work({ server, address, patience: retryPolicy, batches: makeBatches(), former: [] }, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}

async function work(place: WorkerParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await runSession(place, signal).catch((error: unknown) => place.server.log.warn({ err: error }, 'the worker begins anew'))
    // rejected by the signal only
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
  }
}

/** Takes jobs until it is stopped, the session is lost, or the queue's runner gives up, as it does when it cannot mark a job as done. */
async function runSession(place: WorkerParts, signal: AbortSignal): Promise<void> {
  const { server, address } = place
  const heartbeat = await openHeartbeat(address)
  const pgPool = await openQueuePool(address, QUEUE_CONNECTIONS)
  const over = new AbortController()
  const looking = setInterval(() => void releaseOrphans(server.database).catch(() => {}), LOOK_MS).unref()
  const sweeping = setInterval(() => void tidy(server), SWEEP_MS).unref()
  let dueWork: Promise<void> | undefined
  const due = setInterval(() => void (dueWork ??= runScheduledWork(server, signal).finally(() => (dueWork = undefined))), DUE_MS).unref()
  const figures = setInterval(() => void takeFigures(server), FIGURES_MS).unref()
  try {
    await takeBack(server.database, place.former.splice(0))
    await releaseOrphans(server.database)
    void tidy(server)
    const parts = { pgPool, presence: heartbeat, stopping: AbortSignal.any([signal, over.signal]) }
    const runners: Runner[] = []
    const run = async () => {
      for (const isOfOutbound of [false, true]) runners.push(await startRunner(place, parts, isOfOutbound))
      await Promise.race([heartbeat.lost, ...runners.map((runner) => runner.promise), waitForAbort(signal)])
    }
    await run().finally(async () => {
      over.abort() // the worker that takes over these jobs then need not share them with this one
      const ended = forEachOf(runners, (runner) => runner.stop().catch(() => {})) // it may have stopped already
      await (signal.aborted ? ended : Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })]))
    })
  } finally {
    clearInterval(looking)
    clearInterval(sweeping)
    clearInterval(due)
    clearInterval(figures)
    if (signal.aborted) await dueWork
    place.former.push(...heartbeat.names())
    const closed = pgPool.end()
    await (signal.aborted ? closed : undefined)
    await heartbeat.close()
  }
}

async function tidy(server: Server): Promise<void> {
  const logSweepFailure = (error: unknown) => server.log.warn({ err: error }, 'what has had its time could not be removed')
  await sweep(server.database).catch(logSweepFailure)
  await server.services.files.sweep().catch(logSweepFailure)
}

async function takeFigures(server: Server): Promise<void> {
  await analyzeGrown(server.database).catch((error: unknown) => server.log.warn({ err: error }, 'tables could not be analyzed'))
}

async function runScheduledWork(server: Server, stopping: AbortSignal): Promise<void> {
  await runScheduled(server, stopping).catch((error: unknown) => server.log.warn({ err: error }, 'what is due could not be looked for'))
}

/** The parts that a runner is started with. */
interface RunnerParts {
  readonly pgPool: Pool
  readonly presence: Heartbeat
  readonly stopping: AbortSignal
}

/** Starts the runner of jobs that call other people's servers, or that of all other jobs. */
async function startRunner(
  place: WorkerParts,
  { pgPool, presence: heartbeat, stopping }: RunnerParts,
  isOfOutbound: boolean,
): Promise<Runner> {
  const { server } = place
  const { run, Logger } = await import('graphile-worker')
  const logger = new Logger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    // calls outside wait for others' servers, and their jobs are claimed one by one: they share few connections
    if (message.includes('maxPoolSize')) return
    // the runner's own message contains that of the error, which may contain values
    const { error, job } = (meta ?? {}) as { error?: unknown; job?: { id: string; task_identifier: string; payload: Partial<JobCall> } }
    if (error instanceof JobFailed && error.cause instanceof JobPutOff) return
    if (error === undefined) server.log.warn({ worker: message }, 'worker')
    else {
      const err = error instanceof JobFailed ? error.cause : error
      server.log.warn({ err, job: job?.id, task: job?.task_identifier, ...traceMembers(traceOf(job?.payload)) }, 'a job failed')
    }
  })
  const taskList = Object.fromEntries(
    keysOf(JOBS)
      .filter((name) => isOutbound(name) === isOfOutbound)
      .map((name) => [
        name,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- queue/enqueue.ts and causedJob add jobs, each with its call
        (call: unknown, { job }: { job: QueuedJob }) => performInTrace(place, { name, call: call as JobCall, job, stopping }),
      ]),
  )
  const startHook = (_ctx: unknown, event: { worker: { workerPool: { id: string } } }) => heartbeat.announce(event.worker.workerPool.id)
  const preset = {
    // without a delay nothing handles the runner's promise to mark a job as done, and its rejection would end the process
    worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    plugins: [{ name: 'presence', version: '1', worker: { hooks: { startWorker: startHook } } }],
  }
  const slots = isOfOutbound ? { concurrency: OUTBOUND_SLOTS, ...shareSlots(OUTBOUND_SLOTS, stopping) } : { concurrency: INNER_SLOTS }
  return run({ ...slots, pgPool, taskList, preset, pollInterval: POLL_MS, noHandleSignals: true, logger })
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })))
}

/** A job as the queue passes it to a task. */
interface QueuedJob {
  readonly id: string
  readonly attempts: number
  readonly max_attempts: number
}

/** The error that the queue gets: it stores the message, which operators and backups can read. The log has the cause. */
class JobFailed extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause })
  }
}

interface Performance {
  readonly name: JobName
  readonly call: JobCall
  readonly job: QueuedJob
  readonly stopping: AbortSignal
}

/** Runs a job within the trace of the request that queued it. @throws Error as {@link perform} does */
async function performInTrace(place: WorkerParts, given: Performance): Promise<void> {
  return inSpan(jobSpan(given), traceOf(given.call), () => perform(place, given))
}

function traceOf(call: Partial<JobCall> | undefined): Trace | undefined {
  return readTrace(call?.trace?.traceparent, call?.trace?.tracestate)
}

/** @source https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/ */
function jobSpan({ name, call, job }: Performance): SpanAbout {
  return {
    name: `process ${name}`,
    kind: 'consumer',
    attributes: {
      'messaging.system': 'graphile_worker',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': name,
      'messaging.message.id': job.id,
      'deskhand.account_id': call.account_id,
      'deskhand.attempt': job.attempts,
    },
  }
}

/**
 * Runs a job, and waits while the database is out.
 * @throws Error when it failed, and when the worker is to stop: then its attempt is returned
 */
async function perform(place: WorkerParts, { name, call, job, stopping }: Performance): Promise<void> {
  const { server, patience: retryPolicy } = place
  const { log, database } = server
  const about = { job: name, job_id: job.id, account_id: call.account_id }
  const callbacks: RetryCallbacks = {
    onWait: (error, outage) => log.warn({ err: error, ...about, outage }, 'a job waits for an outage to pass'),
    onGoneOn: () => log.info(about, 'a job has gone on after an outage'),
  }
  const isLast = job.attempts >= job.max_attempts
  let mayJoin = call.may_join === true && job.attempts === 1
  const attemptOnce = async (isOver: IsOver) => {
    const isFinal = (error: unknown) => isLast && !stopping.aborted && isOver(error)
    if (mayJoin) {
      try {
        return await attemptTogether(server, place.batches, name, call)
      } catch (error) {
        if (!isOver(error) || error instanceof JobPutOff) throw error
        mayJoin = false
        log.info({ err: error, ...about }, 'jobs that were performed together failed, and are performed one by one')
      }
    }
    await attemptJob(server, name, call, { asked: call.asked, stopping, isFinal })
  }
  try {
    await retryThroughOutage(attemptOnce, retryPolicy, stopping, callbacks)
  } catch (error) {
    if (error instanceof JobPutOff) await putOffJob(database, job.id)
    // if the database is unreachable, the job is freed at the beginning of the next shift
    else if (stopping.aborted) await giveAttemptBack(database, job.id).catch(() => {})
    throw new JobFailed(error)
  }
}
