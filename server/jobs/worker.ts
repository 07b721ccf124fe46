/** Runs the jobs of the queue. Starts behind the first answer: nothing waits for it. */
import { accountById } from '../accounts/directory.ts'
import { systemContext } from '../context.ts'
import type { DatabaseAddress } from '../db/client.ts'
import { openQueuePool } from '../db/queue.ts'
import type { Server } from '../http/serve.ts'
import type { JobCall } from './enqueue.ts'
import { JOBS } from './table.ts'

const CONCURRENCY = 4
const POLL_MS = 2000

/** A worker that runs, or is about to. */
export interface Worker {
  /** Lets running jobs finish, then stops. */
  stop(): Promise<void>
}

/** Starts taking jobs. */
export function startWorker(server: Server, address: DatabaseAddress): Worker {
  const running = start(server, address)
  running.catch((error: unknown) => server.log.error({ err: error }, 'the worker could not start'))
  return { stop: async () => (await running.catch(() => undefined))?.stop() }
}

async function start(server: Server, address: DatabaseAddress): Promise<Worker> {
  const [{ run, Logger }, pgPool] = await Promise.all([import('graphile-worker'), openQueuePool(address, CONCURRENCY + 2)])
  const logger = new Logger(
    () => (level, message) => void ((level === 'error' || level === 'warning') && server.log.warn({ worker: message }, 'worker')),
  )
  const taskList = Object.fromEntries(
    Object.keys(JOBS).map((name) => [
      name,
      (call: unknown, helpers: { job: { attempts: number; max_attempts: number } }) => perform(server, name, call as JobCall, helpers.job),
    ]),
  )
  const runner = await run({ pgPool, taskList, concurrency: CONCURRENCY, pollInterval: POLL_MS, noHandleSignals: true, logger })
  return {
    async stop() {
      await runner.stop()
      await pgPool.end()
    },
  }
}

async function perform(server: Server, name: string, call: JobCall, job: { attempts: number; max_attempts: number }): Promise<void> {
  const { services, database, log } = server
  const account = await accountById(services.memory, database, call.account_id)
  if (account === undefined) return // the instance was dropped; its work goes with it
  const ctx = systemContext({ account, db: database, log, services, base_url: services.config.public_url ?? '' })
  await (JOBS[name] as (typeof JOBS)[string])(ctx, call.payload as never, { is_last_attempt: job.attempts >= job.max_attempts })
}
