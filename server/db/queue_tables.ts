/**
 * The only file of the server that names private tables of the job queue, for what its public functions and its view cannot do. All other
 * code uses `add_job`, `complete_jobs`, `reschedule_jobs`, `permanently_fail_jobs`, `force_unlock_workers` and the view `graphile_worker.jobs`.
 */
import { defineStatement } from './builder.ts'

/** The id and payload of each job, to join with `graphile_worker.jobs`: the view has no payloads. */
export const JOB_PAYLOADS = '(select id, payload from graphile_worker._private_jobs)'

/** How a statement queues a job that its own rows cause. */
interface CausedJob {
  readonly name: string
  /** SQL of the payload, as json, from the columns of `source`. */
  readonly payload: string
  readonly max_attempts: number
  /** SQL of a condition: whether there is a job. */
  readonly condition: string
  /** A common table expression or table, and its alias: a row for each job. */
  readonly source: string
}

/**
 * Two parts of a statement that queues jobs itself: `queued`, the body of a common table expression, and `added`, an expression for each row of
 * `source`. Does what `add_job` does to a job without key and queue, in less than half of its time: that function plans its statements at each
 * call. A kind of job that the queue does not know yet, because no worker has ever run, is added by it. Workers are to be woken afterwards.
 */
export function buildCausedJobSql({ name, payload, max_attempts, condition, source }: CausedJob): {
  readonly queued: string
  readonly added: string
} {
  const known = `select k.id from graphile_worker._private_tasks k where k.identifier = '${name}'`
  return {
    queued: `insert into graphile_worker._private_jobs (task_id, payload, max_attempts)
  select k.id, ${payload}, ${max_attempts} from ${source}, (${known}) as k where ${condition}`,
    added: `case when ${condition} and not exists (${known})
    then (graphile_worker.add_job('${name}', ${payload}, max_attempts := ${max_attempts})).id end`,
  }
}

/**
 * Queues jobs of one kind: `$2` are their payloads as `call`, and their flags as `marks`. Queues none of a kind that the queue does not know
 * yet. Workers are to be woken afterwards.
 */
export const insertJobs =
  defineStatement<unknown>(`insert into graphile_worker._private_jobs (task_id, payload, max_attempts, run_at, flags)
  select k.id, g.job -> 'call', $3::smallint, now() + make_interval(secs => $4::double precision),
    (select jsonb_object_agg(mark, true) from json_array_elements_text(nullif(g.job ->> 'marks', '')::json) as mark)
  from graphile_worker._private_tasks k, json_array_elements($2::json) with ordinality as g (job, place) where k.identifier = $1 order by g.place`)

/** Wakes workers for so many jobs. */
export const WAKE_WORKERS = `select pg_notify('jobs:insert', json_build_object('count', $1::integer)::text)`

/**
 * Takes jobs of one kind and account that may join others out of the queue, if they wait and have never failed: for a job that does their work
 * in the same transaction. Of the whole queue it looks at as many as wait first.
 */
export const takeWaitingJobs = defineStatement<{ payload: unknown }>(`with waiting as materialized (
    select j.id, j.payload from (
      select id, task_id, payload, attempts, priority, run_at from graphile_worker._private_jobs
      where is_available and run_at <= now() order by priority, run_at limit 1000) j
    join graphile_worker._private_tasks k on k.id = j.task_id
    where k.identifier = $1 and j.attempts = 0 order by j.priority, j.run_at, j.id),
  taken as materialized (
    select j.id from graphile_worker._private_jobs j where j.is_available and j.id = any(array(
      select w.id from waiting w where (w.payload ->> 'may_join')::boolean and (w.payload ->> 'account_id')::bigint = $2 limit $3))
    order by j.id for update skip locked)
  delete from graphile_worker._private_jobs j where j.id in (select id from taken) returning j.payload -> 'payload' as payload`)

/** Lets waiting jobs run now, and wakes the workers: `reschedule_jobs` does not, and they would look again two seconds later. */
export const runNow = defineStatement<unknown>(`select graphile_worker.reschedule_jobs($1::bigint[], run_at := now()),
  pg_notify('jobs:insert', json_build_object('count', cardinality($1::bigint[]))::text)`)

/**
 * Returns an attempt to a running job, by its id. `reschedule_jobs` skips locked jobs, and doing it after the job has failed would be too
 * late: if the process is killed in between, a job that was on its last attempt has failed for good.
 */
export const returnAttempt = defineStatement<unknown>(
  'update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0) where id = $1 and locked_by is not null',
)

/** For how long jobs of an account that is being moved are put off. Each time they are, one of them has run into it. */
const PUT_OFF_SECONDS = 10

/**
 * Frees a running job, by its id, with its attempt, and lets it and all other jobs of its account that could run now run later. All at once:
 * thousands may wait.
 */
export const putOff = defineStatement<unknown>(`update graphile_worker._private_jobs j set locked_by = null, locked_at = null,
    attempts = greatest(j.attempts - (j.id = $1)::integer, 0), run_at = greatest(j.run_at, now() + interval '${PUT_OFF_SECONDS} seconds')
  from graphile_worker._private_jobs p
  where p.id = $1 and (j.id = p.id or (j.locked_at is null and j.run_at < now() + interval '${PUT_OFF_SECONDS} seconds'
    and j.payload ->> 'account_id' = p.payload ->> 'account_id'))`)

/** Removes all jobs of an account, also one that a worker is just putting off, which `complete_jobs` leaves. */
export const removeJobs = defineStatement<unknown>(
  "delete from graphile_worker._private_jobs where (payload ->> 'account_id')::bigint = $1",
)
