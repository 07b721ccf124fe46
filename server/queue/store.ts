/** Every statement of the operator's commands on the queue: listing it and retrying failed jobs. */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { WORKER } from '#db/queue.ts'
import { JOB_PAYLOADS } from '#db/queue_tables.ts'
import { ensureDefined } from '#lib/defined.ts'

/** A job that waits, runs or has failed; finished jobs are removed from the queue. */
export interface QueuedJob {
  readonly id: number
  readonly task: string
  readonly account_id: number | null
  readonly attempts: number
  readonly max_attempts: number
  readonly run_at: string
  readonly locked_at: string | null
  readonly last_error: string | null
  readonly is_failed: boolean
}

/** Filters jobs; null: all. */
export interface QueueFilter {
  readonly account_id: number | null
  readonly ids: readonly number[] | null
  readonly failed: boolean
}

const MATCHING = `from graphile_worker.jobs j inner join ${JOB_PAYLOADS} p on p.id = j.id
  where ($1::bigint is null or (p.payload ->> 'account_id')::bigint = $1) and ($2::bigint[] is null or j.id = any($2))
    and (not $3::boolean or (j.attempts >= j.max_attempts and j.locked_at is null))`
const list =
  defineStatement<QueuedJob>(`select j.id, j.task_identifier as task, (p.payload ->> 'account_id')::bigint as account_id, j.attempts, j.max_attempts, j.run_at,
    j.locked_at, left(j.last_error, 1000) as last_error, j.attempts >= j.max_attempts and j.locked_at is null as is_failed
  ${MATCHING} order by j.id limit $4`)
const count = defineStatement<{ jobs: number }>(`select count(*) as jobs ${MATCHING}`)
/** Also resets the failed status in the table the job reports to. A bulk job continues after its last completed item. */
const retry = defineStatement<{
  id: number
}>(`with wanted as materialized (select j.id, j.task_identifier as task ${MATCHING} order by j.id limit $4),
  freed as materialized (select id, payload from graphile_worker.reschedule_jobs((select array_agg(id) from wanted), run_at := now(), attempts := 0)),
  chosen as materialized (select w.id, w.task, (f.payload ->> 'account_id')::bigint as account_id, f.payload -> 'payload' as payload
    from wanted w inner join freed f on f.id = w.id),
  bulk as (update job_statuses s set status = case when s.progress is null then 'queued' else 'working' end, updated_at = $5 from chosen c
    where c.task = 'bulk' and s.account_id = c.account_id and s.id = c.payload ->> 'job_id' and s.status = 'failed'),
  merges as (update organization_merges m set status = 'in_progress' from chosen c
    where c.task = 'merge_organizations' and m.account_id = c.account_id and m.id = c.payload ->> 'id' and m.status = 'error'),
  exports as (update audit_log_exports e set state = 'working', finished_at = null from chosen c
    where c.task = 'export_audit_log' and e.account_id = c.account_id and e.id = (c.payload ->> 'id')::bigint and e.state = 'failed')
  select id from chosen order by id`)

// a pooler may add the client's address to the name
const readHealth = defineStatement<{ workers: number; oldest_seconds: number | null }>(`select
    (select count(*) from pg_stat_activity where datname = current_database() and starts_with(application_name, '${WORKER}')) as workers,
    (select extract(epoch from now() - min(run_at))::bigint from graphile_worker.jobs
      where locked_at is null and attempts < max_attempts and run_at <= now()) as oldest_seconds`)
const byTask = defineStatement<TaskFigures>(`select j.task_identifier as task,
    count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts) as waiting, count(*) filter (where j.locked_at is not null) as running,
    count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts) as failed,
    coalesce(extract(epoch from now() - min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())), 0)::bigint as oldest_seconds
  from graphile_worker.jobs j group by 1`)

/** Jobs of one kind; `oldest_seconds` is how long the oldest job that can run has waited. */
export interface TaskFigures {
  readonly task: string
  readonly waiting: number
  readonly running: number
  readonly failed: number
  readonly oldest_seconds: number
}

/** The state of the queue: connected workers, and how long the oldest job that can run has waited. */
export async function queueHealth(db: Db): Promise<{ workers: number; oldest_seconds: number | null }> {
  return ensureDefined(await db.first(readHealth()))
}

/** Jobs by kind. */
export function queueByTask(db: Db): Promise<TaskFigures[]> {
  return db.all(byTask())
}

/** Jobs in the order they were queued, at most `limit`. */
export function listQueue(db: Db, { account_id, ids, failed }: QueueFilter, limit: number): Promise<QueuedJob[]> {
  return db.all(list(account_id, ids, failed, limit))
}

/** Counts jobs. */
export async function countQueue(db: Db, { account_id, ids, failed }: QueueFilter): Promise<number> {
  return ensureDefined(await db.first(count(account_id, ids, failed))).jobs
}

/** Starts failed jobs again, with all their attempts, and returns their ids. */
export async function retryFailed(
  db: Db,
  { account_id, ids }: Pick<QueueFilter, 'account_id' | 'ids'>,
  limit: number,
  now: Date,
): Promise<number[]> {
  return (await db.all(retry(account_id, ids, true, limit, now))).map(({ id }) => id)
}
