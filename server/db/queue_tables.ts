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
 * Two parts of a statement that queues jobs itself: `queued`, the body of a common table expression, and `woken`, an expression for each row
 * of `source` that wakes the workers. Does what `add_job` does to a job without key and queue, in less than half of its time: that function
 * plans its statements at each call. A kind of job that the queue does not know yet, because no worker has ever run, is added by it.
 */
export function buildCausedJobSql({ name, payload, max_attempts, condition, source }: CausedJob): {
  readonly queued: string
  readonly woken: string
} {
  const known = `select k.id from graphile_worker._private_tasks k where k.identifier = '${name}'`
  return {
    queued: `insert into graphile_worker._private_jobs (task_id, payload, max_attempts)
  select k.id, ${payload}, ${max_attempts} from ${source}, (${known}) as k where ${condition}`,
    woken: `case when ${condition} then case when exists (${known}) then pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}')::text
    else (graphile_worker.add_job('${name}', ${payload}, max_attempts := ${max_attempts})).id::text end end`,
  }
}

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
