/**
 * How workers know of each other's deaths. The queue leaves the jobs of a worker that died locked for four hours; so each worker
 * holds a lock in the database under the name it locks jobs with, which goes when its session does, however that ends.
 */
import { fixed } from '../db/builder.ts'
import type { DatabaseAddress, Db } from '../db/client.ts'
import { openQueueClient } from '../db/queue.ts'

const hold = 'select pg_advisory_lock(hashtextextended($1, 0))'
/** A death is no failure of the job it interrupts, but a job that so many have interrupted may be what they died of. */
const MOST_ATTEMPTS = 25
const release =
  fixed<unknown>(`with lockers as materialized (select distinct locked_by from graphile_worker.jobs where locked_by is not null),
  dead as materialized (select locked_by from lockers where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))),
  queues as (update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by in (select locked_by from dead))
  update graphile_worker._private_jobs set locked_at = null, locked_by = null,
    max_attempts = greatest(max_attempts, least(max_attempts + 1, ${MOST_ATTEMPTS}))
  where locked_by in (select locked_by from dead)`)

const reclaim = fixed<unknown>(`with queues as (
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_by = any($1::text[]))
  update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0) where locked_by = any($1::text[])`)
const restore = fixed<unknown>(
  'update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0) where id = $1 and locked_by is not null',
)

/** A worker's session. */
export interface Heartbeat {
  /** Settles when the session is lost, and with it what it announced. */
  readonly lost: Promise<void>
  /** The names announced so far. */
  names(): readonly string[]
  /** Makes known that who locks jobs under this name lives. To be done before the first lock. */
  announce(name: string): Promise<void>
  close(): Promise<void>
}

/** Opens a session of one's own. */
export async function openHeartbeat(address: DatabaseAddress): Promise<Heartbeat> {
  const client = await openQueueClient(address)
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  client.on('error', () => lose())
  client.on('end', () => lose())
  await client.connect()
  const announced = new Map<string, Promise<unknown>>()
  return {
    lost,
    names: () => [...announced.keys()],
    async announce(name) {
      const holding = announced.get(name) ?? client.query(hold, [name])
      announced.set(name, holding)
      await holding
    },
    // a session that is lost has nothing to close
    close: () => client.end().catch(() => {}),
  }
}

/** Takes back the jobs this process has locked under these names, each with its attempt again: it lost the database, and has not died. */
export async function takeBack(db: Db, names: readonly string[]): Promise<void> {
  if (names.length > 0) await db.run(reclaim(names))
}

/** Gives an attempt back to a job that is left to the next run: it has not failed. */
export async function giveAttemptBack(db: Db, jobId: string): Promise<void> {
  await db.run(restore(jobId))
}

/** Frees the jobs of workers that died, so that the living take them up; each has its attempt again. */
export async function releaseOrphans(db: Db): Promise<void> {
  await db.run(release())
}
