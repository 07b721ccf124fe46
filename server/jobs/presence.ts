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

/** A worker's session. */
export interface Presence {
  /** Settles when the session is lost, and with it what it announced. */
  readonly lost: Promise<void>
  /** Makes known that who locks jobs under this name lives. To be done before the first lock. */
  announce(name: string): Promise<void>
  close(): Promise<void>
}

/** Opens a session of one's own. */
export async function openPresence(address: DatabaseAddress): Promise<Presence> {
  const client = await openQueueClient(address)
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  client.on('error', () => lose())
  client.on('end', () => lose())
  await client.connect()
  const announced = new Map<string, Promise<unknown>>()
  return {
    lost,
    async announce(name) {
      const holding = announced.get(name) ?? client.query(hold, [name])
      announced.set(name, holding)
      await holding
    },
    // a session that is lost has nothing to close
    close: () => client.end().catch(() => {}),
  }
}

/** Frees the jobs of workers that died, so that the living take them up; each has its attempt again. */
export async function releaseOrphans(db: Db): Promise<void> {
  await db.run(release())
}
