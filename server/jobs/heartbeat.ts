/**
 * Finds workers that died, and frees their jobs. The queue keeps the jobs of a dead worker locked for four hours. So each worker holds an
 * advisory lock under the name it locks jobs with: PostgreSQL releases it when the worker's session ends, however that happens.
 */
import { defineStatement } from '#db/builder.ts'
import type { DatabaseAddress } from '#db/address.ts'
import type { Db } from '#db/db.ts'
import { openQueueClient } from '#db/queue.ts'
import { putOff, returnAttempt } from '#db/queue_tables.ts'

const hold = 'select pg_advisory_lock(hashtextextended($1, 0))'
/** An interrupted job has not failed, so it gets one more attempt. This limits the attempts: the job itself may crash workers. */
const MAX_ATTEMPTS = 25
/** The names of dead workers that have locked jobs. It locks the names until the commit, so two processes never free the same jobs. */
const lockDeadWorkers =
  defineStatement<Locker>(`with lockers as materialized (select distinct locked_by from graphile_worker.jobs where locked_by is not null)
  select locked_by from lockers where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))`)
const lockedBy = defineStatement<{ id: number }>('select id from graphile_worker.jobs where locked_by = any($1::text[])')
const unlock = defineStatement<unknown>('select graphile_worker.force_unlock_workers($1::text[])')
const allowOneMore = defineStatement<unknown>(`select graphile_worker.reschedule_jobs(array[j.id],
    max_attempts := greatest(j.max_attempts, least(j.max_attempts + 1, ${MAX_ATTEMPTS}))) from graphile_worker.jobs j where j.id = any($1::bigint[])`)
const returnAttempts =
  defineStatement<unknown>(`select graphile_worker.reschedule_jobs(array[j.id], attempts := greatest(j.attempts - 1, 0))
  from graphile_worker.jobs j where j.id = any($1::bigint[])`)

interface Locker {
  readonly locked_by: string
}

/** A session that holds the advisory locks of a process's workers. */
export interface Heartbeat {
  /** Settles when the session is lost, and its locks with it. */
  readonly lost: Promise<void>
  /** The names announced so far. */
  names(): readonly string[]
  /** Takes the advisory lock for a worker's name. Must be done before that worker locks its first job. */
  announce(name: string): Promise<void>
  close(): Promise<void>
}

/** Opens a session of its own for the locks. */
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
    // a lost session cannot be closed, and need not be
    close: () => client.end().catch(() => {}),
  }
}

/** Frees the jobs that this process has locked under these names, and returns the attempt of each: the process only lost its connection. */
export async function takeBack(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await db.transaction(async (tx) => {
    await tx.run(returnAttempts(await unlockJobsOf(tx, names)))
  })
}

/** Returns an attempt to a running job that is left to its next run: it has not failed. */
export async function giveAttemptBack(db: Db, jobId: string): Promise<void> {
  await db.run(returnAttempt(jobId))
}

/**
 * Frees a running job, with its attempt, and lets it and all that wait of its account run some seconds later: its account is being moved. What
 * its worker then reports of it finds it free, and changes nothing.
 */
export async function putOffJob(db: Db, jobId: string): Promise<void> {
  await db.run(putOff(jobId))
}

/** Frees the jobs of dead workers for other workers, and allows each one more attempt, up to a limit. */
export async function releaseOrphans(db: Db): Promise<void> {
  if ((await db.all(lockDeadWorkers())).length === 0) return
  await db.transaction(async (tx) => {
    const names = (await tx.all(lockDeadWorkers())).map(({ locked_by }) => locked_by)
    await tx.run(allowOneMore(await unlockJobsOf(tx, names)))
  })
}

/** Unlocks all jobs of these workers and returns their ids. No other worker takes them before the commit. */
async function unlockJobsOf(tx: Db, names: readonly string[]): Promise<number[]> {
  const ids = (await tx.all(lockedBy(names))).map(({ id }) => id)
  await tx.run(unlock(names))
  return ids
}
