/** Reads and changes the job queue for tests. Only this file and server/db/queue_tables.ts name its private tables. */
import type postgres from 'postgres'
import { JOB_PAYLOADS } from '#db/queue_tables.ts'
import type { JobCall, JobName } from '#queue/enqueue.ts'

/** The table behind the queue's view; a trigger needs its name. */
export const PRIVATE_JOBS = 'graphile_worker._private_jobs'

/** A job that is waiting, running or failed. */
export interface Queued<Payload = unknown> {
  readonly id: number
  readonly name: JobName
  readonly call: Omit<JobCall, 'payload'> & { readonly payload: Payload }
  readonly last_error: string | null
}

/** All jobs, oldest first. */
export async function listQueuedJobs<Payload = any>(sql: postgres.ISql): Promise<Queued<Payload>[]> {
  return sql.unsafe<Queued<Payload>[]>(`select j.id, j.task_identifier as name, p.payload as call, j.last_error
    from graphile_worker.jobs j inner join ${JOB_PAYLOADS} p on p.id = j.id order by j.id`)
}

/** Removes all jobs that no worker has locked. */
export async function emptyQueue(sql: postgres.ISql): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`
}

/** Locks these jobs, or all, as if this worker ran them, each at its last attempt. */
export async function lockJobs(sql: postgres.ISql, worker: string, ids: readonly string[] | null = null): Promise<void> {
  await sql`update ${sql(PRIVATE_JOBS)} set locked_by = ${worker}, locked_at = now(), attempts = max_attempts
    where ${ids}::bigint[] is null or id = any(${ids}::bigint[])`
}

/** Makes the next attempt of each job its last one; for a running job, the current attempt. */
export async function allowNoMore(sql: postgres.ISql): Promise<void> {
  await sql`update ${sql(PRIVATE_JOBS)} set max_attempts = greatest(1, attempts)`
}

/** Backdates the last change of a job by an interval such as `25 hours`, and sets whether it is locked. */
export async function ageJob(sql: postgres.ISql, id: number, age: string, is_locked: boolean): Promise<void> {
  await sql`update ${sql(PRIVATE_JOBS)} set updated_at = now() - ${age}::text::interval, locked_at = case when ${is_locked} then now() end where id = ${id}`
}

/** Queues a job of an account that is running in another worker from the beginning; returns a function that removes it. */
export async function putRunningJob(sql: postgres.Sql, worker: string, account_id: number): Promise<() => Promise<void>> {
  const id = await sql.begin(async (tx) => {
    const [job] = await tx<{ id: string }[]>`select id from graphile_worker.add_job('due', payload := ${tx.json({ account_id })}::json)`
    await tx`update ${tx(PRIVATE_JOBS)} set locked_by = ${worker}, locked_at = now() where id = ${job?.id ?? null}`
    return job?.id ?? null
  })
  return async () => void (await sql`delete from ${sql(PRIVATE_JOBS)} where id = ${id}`)
}
