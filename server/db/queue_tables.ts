/**
 * The only file of the server that names private tables of the job queue, for what its public functions and its view cannot do. All other
 * code uses `add_job`, `complete_jobs`, `reschedule_jobs`, `permanently_fail_jobs`, `force_unlock_workers` and the view `graphile_worker.jobs`.
 */
import { fixed } from './builder.ts'

/** The id and payload of each job, to join with `graphile_worker.jobs`: the view has no payloads. */
export const JOB_PAYLOADS = '(select id, payload from graphile_worker._private_jobs)'

/** Lets waiting jobs run now, and wakes the workers: `reschedule_jobs` does not, and they would look again two seconds later. */
export const runNow = fixed<unknown>(`select graphile_worker.reschedule_jobs($1::bigint[], run_at := now()),
  pg_notify('jobs:insert', json_build_object('count', cardinality($1::bigint[]))::text)`)

/**
 * Returns an attempt to a running job, by its id. `reschedule_jobs` skips locked jobs, and doing it after the job has failed would be too
 * late: if the process is killed in between, a job that was on its last attempt has failed for good.
 */
export const returnAttempt = fixed<unknown>(
  'update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0) where id = $1 and locked_by is not null',
)
