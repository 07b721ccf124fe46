/** Every statement by which the operator looks at the queue and starts failed jobs again. */
import { fixed } from '../db/builder.ts'
import type { Db } from '../db/client.ts'
import { WORKER } from '../db/queue.ts'

/** A job that waits, runs or has failed; one that is done is no longer there. */
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

/** Which jobs are asked for; null: all. */
export interface QueueFilter {
  readonly account_id: number | null
  readonly ids: readonly number[] | null
  readonly failed: boolean
}

const MATCHING = `from graphile_worker._private_jobs j inner join graphile_worker._private_tasks t on t.id = j.task_id
  where ($1::bigint is null or (j.payload ->> 'account_id')::bigint = $1) and ($2::bigint[] is null or j.id = any($2))
    and (not $3::boolean or (j.attempts >= j.max_attempts and j.locked_at is null))`
const list =
  fixed<QueuedJob>(`select j.id, t.identifier as task, (j.payload ->> 'account_id')::bigint as account_id, j.attempts, j.max_attempts, j.run_at,
    j.locked_at, left(j.last_error, 1000) as last_error, j.attempts >= j.max_attempts and j.locked_at is null as is_failed
  ${MATCHING} order by j.id limit $4`)
const count = fixed<{ jobs: number }>(`select count(*) as jobs ${MATCHING}`)
/** A job that has failed for good has noted it where it is asked for: there it begins anew, too. A bulk job goes on behind the last item it has done. */
const retry = fixed<{
  id: number
  task: string
}>(`with chosen as (select j.id, t.identifier as task, (j.payload ->> 'account_id')::bigint as account_id, j.payload -> 'payload' as payload
    ${MATCHING} order by j.id limit $4 for update of j skip locked),
  bulk as (update job_statuses s set status = case when s.progress is null then 'queued' else 'working' end, updated_at = $5 from chosen c
    where c.task = 'bulk' and s.account_id = c.account_id and s.id = c.payload ->> 'job_id' and s.status = 'failed'),
  merges as (update organization_merges m set status = 'in_progress' from chosen c
    where c.task = 'merge_organizations' and m.account_id = c.account_id and m.id = c.payload ->> 'id' and m.status = 'error'),
  exports as (update audit_log_exports e set state = 'working', finished_at = null from chosen c
    where c.task = 'export_audit_log' and e.account_id = c.account_id and e.id = (c.payload ->> 'id')::bigint and e.state = 'failed')
  select id, task from chosen`)
const reschedule = fixed<{ id: number }>('select id from graphile_worker.reschedule_jobs($1::bigint[], run_at := now(), attempts := 0)')

// a pooler may add the client's address to the name
const health = fixed<{ workers: number; oldest_seconds: number | null }>(`select
    (select count(*) from pg_stat_activity where datname = current_database() and starts_with(application_name, '${WORKER}')) as workers,
    (select extract(epoch from now() - min(run_at))::bigint from graphile_worker._private_jobs
      where locked_at is null and attempts < max_attempts and run_at <= now()) as oldest_seconds`)
const byTask = fixed<TaskFigures>(`select t.identifier as task,
    count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts) as waiting, count(*) filter (where j.locked_at is not null) as running,
    count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts) as failed,
    coalesce(extract(epoch from now() - min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())), 0)::bigint as oldest_seconds
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by 1`)

/** Jobs of one kind; `oldest_seconds` is how long the oldest due one has been waiting. */
export interface TaskFigures {
  readonly task: string
  readonly waiting: number
  readonly running: number
  readonly failed: number
  readonly oldest_seconds: number
}

/** How the queue does: workers that are connected, and how long the oldest due job has been waiting. */
export async function queueHealth(db: Db): Promise<{ workers: number; oldest_seconds: number | null }> {
  return (await db.first(health())) as { workers: number; oldest_seconds: number | null }
}

/** Jobs by kind. */
export function queueByTask(db: Db): Promise<TaskFigures[]> {
  return db.all(byTask())
}

/** Jobs in the order they were asked for, `limit` at most. */
export function listQueue(db: Db, { account_id, ids, failed }: QueueFilter, limit: number): Promise<QueuedJob[]> {
  return db.all(list(account_id, ids, failed, limit))
}

/** How many jobs there are. */
export async function countQueue(db: Db, { account_id, ids, failed }: QueueFilter): Promise<number> {
  return ((await db.first(count(account_id, ids, failed))) as { jobs: number }).jobs
}

/** Gives failed jobs all their attempts again, from now on; the ids of those that were. One transaction. */
export function retryFailed(
  db: Db,
  { account_id, ids }: Pick<QueueFilter, 'account_id' | 'ids'>,
  limit: number,
  now: Date,
): Promise<number[]> {
  return db.transaction(async (tx) => {
    const chosen = (await tx.all(retry(account_id, ids, true, limit, now))).map(({ id }) => id)
    return chosen.length === 0 ? [] : (await tx.all(reschedule(chosen))).map(({ id }) => id)
  })
}
