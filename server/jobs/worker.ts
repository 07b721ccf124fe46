/** Runs the jobs of the queue. Starts behind the first answer: nothing waits for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Pool } from 'pg'
import { baseUrlOf } from '../accounts/address.ts'
import { accountById } from '../accounts/directory.ts'
import { systemContext } from '../context.ts'
import type { DatabaseAddress } from '../db/client.ts'
import { openQueuePool } from '../db/queue.ts'
import type { Server } from '../http/serve.ts'
import type { JobCall } from './enqueue.ts'
import { openPresence, type Presence, releaseOrphans } from './presence.ts'
import { runDue } from './due.ts'
import { sweep } from './sweep.ts'
import { JOBS } from './table.ts'

const CONCURRENCY = 4
const POLL_MS = 2000
/** How often we look for jobs of other workers that died. */
const LOOK_MS = 10_000
const SWEEP_MS = 600_000
/** How often we look for what has fallen due. */
const DUE_MS = 30_000
const RETRY_MS = 500
/** How long jobs may take to notice that the database is gone. */
const GRACE_MS = 5000

/** A worker that runs, or is about to. */
export interface Worker {
  /** Lets running jobs finish, then stops. */
  stop(): Promise<void>
}

/** Starts taking jobs, and again after each loss of the database. */
export function startWorker(server: Server, address: DatabaseAddress): Worker {
  const stopping = new AbortController()
  const working = work(server, address, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}

async function work(server: Server, address: DatabaseAddress, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await shift(server, address, signal).catch((error: unknown) => server.log.warn({ err: error }, 'the worker begins anew'))
    // rejected by the signal only
    await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
  }
}

/** Takes jobs until told to stop, until the session is lost, or until the queue's runner gives up, as it does when it cannot note a job as done. */
async function shift(server: Server, address: DatabaseAddress, signal: AbortSignal): Promise<void> {
  const presence = await openPresence(address)
  const pgPool = await openQueuePool(address, CONCURRENCY + 2)
  const looking = setInterval(() => void releaseOrphans(server.database).catch(() => {}), LOOK_MS).unref()
  const sweeping = setInterval(() => void tidy(server), SWEEP_MS).unref()
  const due = setInterval(() => void lookForDue(server), DUE_MS).unref()
  try {
    await releaseOrphans(server.database)
    const runner = await startRunner(server, pgPool, presence)
    await Promise.race([presence.lost, runner.promise, aborted(signal)]).finally(async () => {
      const ended = runner.stop().catch(() => {}) // it has stopped already
      await (signal.aborted ? ended : Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })]))
    })
  } finally {
    clearInterval(looking)
    clearInterval(sweeping)
    clearInterval(due)
    const closed = pgPool.end()
    await (signal.aborted ? closed : undefined)
    await presence.close()
  }
}

async function tidy(server: Server): Promise<void> {
  await sweep(server.database).catch((error: unknown) => server.log.warn({ err: error }, 'what has had its time could not be removed'))
}

async function lookForDue(server: Server): Promise<void> {
  await runDue(server).catch((error: unknown) => server.log.warn({ err: error }, 'what is due could not be looked for'))
}

async function startRunner(server: Server, pgPool: Pool, presence: Presence): Promise<Runner> {
  const { run, Logger } = await import('graphile-worker')
  const logger = new Logger(
    () => (level, message) => void ((level === 'error' || level === 'warning') && server.log.warn({ worker: message }, 'worker')),
  )
  const taskList = Object.fromEntries(
    Object.keys(JOBS).map((name) => [
      name,
      (call: unknown, helpers: { job: { attempts: number; max_attempts: number } }) => perform(server, name, call as JobCall, helpers.job),
    ]),
  )
  const startHook = (_ctx: unknown, event: { worker: { workerPool: { id: string } } }) => presence.announce(event.worker.workerPool.id)
  const preset = {
    // without a delay the runner leaves the promise of noting a job as done to nobody, and its rejection would end the process
    worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    plugins: [{ name: 'presence', version: '1', worker: { hooks: { startWorker: startHook } } }],
  }
  return run({ pgPool, taskList, preset, concurrency: CONCURRENCY, pollInterval: POLL_MS, noHandleSignals: true, logger })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })))
}

async function perform(server: Server, name: string, call: JobCall, job: { attempts: number; max_attempts: number }): Promise<void> {
  const { services, database, log } = server
  await services.memory.caughtUp()
  const account = await accountById(services, call.account_id)
  if (account === undefined) return // the instance was dropped; its work goes with it
  const ctx = systemContext({ account, db: database, log, services, base_url: baseUrlOf(account, services.config) })
  await (JOBS[name] as (typeof JOBS)[string])(ctx, call.payload as never, { is_last_attempt: job.attempts >= job.max_attempts })
}
