// WORK WITHOUT A REQUEST: jobs are rows of one queue, inserted in the transaction of the act that needs them.
// Not here: what a job does; that is an act of a resource, named in jobs/table.ts.
import { readStartedBy, type StartedBy } from '#auth/started_by.ts'
import { defineStatement } from '#db/builder.ts'
import type { Context } from '#core/context.ts'
import { insertJobs } from '#db/queue_tables.ts'
import { toJson } from '#db/types.ts'
import { slotMarks } from './slots.ts'
import { currentTrace, type TraceHeaders, traceHeaders } from '#tracing/trace.ts'

/** As {@link insertJobs}, by the queue's own function, which is slower and knows new kinds of jobs. It wakes the workers itself. */
const addAll = defineStatement<unknown>(`select count(*) from graphile_worker.add_jobs(array(
    select row($1, job -> 'call', null, case when $4::double precision > 0 then now() + make_interval(secs => $4::double precision) end, $3::smallint,
      null, null, (select array_agg(mark) from json_array_elements_text(nullif(job ->> 'marks', '')::json) as mark))::graphile_worker.job_spec
    from json_array_elements($2::json) with ordinality as given (job, place) order by place))`)

/**
 * The authority each kind of job runs with. `caller`: it does something new in the name of the caller that started it, and no more than
 * they are allowed while it runs. `record`: the same, and the caller is stored in the job's status. `system`: it completes what an
 * authorised and committed act began, or it is the system's own work.
 * @source docs/decisions/0027_authority_of_jobs.md
 */
export const AUTHORITY = {
  bulk: 'record',
  deliver_mail: 'system',
  deliver_target: 'system',
  deliver_webhook: 'system',
  due: 'system',
  empty_custom_object: 'system',
  export_audit_log: 'caller',
  export_suspended_tickets: 'caller',
  export_view: 'caller',
  fetch_photo: 'caller',
  follow_access_part: 'system',
  follow_child_comment: 'system',
  mail_password_link: 'system',
  merge_organizations: 'caller',
  perform_object_effects: 'system',
  perform_rule_effects: 'system',
  publish_events: 'system',
  remove_files: 'system',
  rewrite_custom_object_records: 'system',
  rewrite_field_values: 'system',
  rewrite_profiles: 'system',
  rewrite_tickets: 'system',
  solve_incidents: 'caller',
} as const

/** The name of a kind of job. */
export type JobName = keyof typeof AUTHORITY

/** The arguments of every job; `payload` must be plain JSON. */
export interface JobCall {
  readonly account_id: number
  readonly payload: unknown
  /** The caller that started it. Absent for jobs of the system, and those queued by an earlier version. */
  readonly asked?: StartedBy
  /** The trace of the request or job that queued it. */
  readonly trace?: TraceHeaders | null
  /** True for a job that may be performed together with others of its kind and account: see jobs/batches.ts. */
  readonly may_join?: boolean
}

/** What a job receives about its run besides the payload. */
export interface JobRun {
  /** The caller that started it; undefined for jobs of the system, and those queued by an earlier version. */
  readonly asked: StartedBy | undefined
  /** True when this failure is not retried: then the job reports that it has failed. */
  readonly isFinal: (error: unknown) => boolean
  /** Aborted when the worker is to stop: a job of many parts leaves the rest to the next run. */
  readonly stopping: AbortSignal
}

/** The trace of the work that queues a job, for a statement that queues it itself. */
export function jobTrace(): TraceHeaders | null {
  const trace = currentTrace()
  return trace === undefined ? null : traceHeaders(trace)
}

/** The call of a job, with the caller that started it where its kind needs that. */
async function callOf(ctx: Context, name: JobName): Promise<(payload: unknown) => JobCall> {
  const asked = AUTHORITY[name] === 'caller' ? { asked: await readStartedBy(ctx) } : {}
  const trace = jobTrace()
  return (payload) => ({ account_id: ctx.account.id, payload, ...(trace === null ? {} : { trace }), ...asked })
}

/** Queues a job, in the transaction of `ctx`. It runs once that is committed, and is retried when it fails. */
export async function enqueue(ctx: Context, name: JobName, payload: unknown, maxAttempts = 5): Promise<void> {
  await enqueueAll(ctx, name, [{ payload }], { max_attempts: maxAttempts })
}

/** How often jobs are tried, and how long they wait first. */
interface QueueOptions {
  readonly max_attempts: number
  readonly delay_seconds?: number
}

/** A job. `receiver` names whom it calls within the account, such as `webhook:01K…`, if it calls another's server: its calls share slots. */
interface NewJob {
  readonly payload: unknown
  readonly receiver?: string
}

/** As {@link enqueue}, for many jobs, with one statement. */
export async function enqueueAll(ctx: Context, name: JobName, given: readonly NewJob[], options: QueueOptions): Promise<void> {
  if (given.length === 0) return
  const call = await callOf(ctx, name)
  const jobs = given.map(({ payload, receiver }) => ({ call: call(payload), marks: slotMarks(name, ctx.account.id, receiver) }))
  const { max_attempts, delay_seconds = 0 } = options
  const parameters = [name, toJson(jobs), max_attempts, delay_seconds] as const
  const added = await ctx.db.run(insertJobs(...parameters))
  if (added === 0) await ctx.db.all(addAll(...parameters))
  else if (delay_seconds === 0) wakeAfterCommit(ctx, added)
}

/** Wakes workers for so many jobs that were queued by a statement, once that is committed. */
export function wakeAfterCommit({ db, services }: Context, jobs: number): void {
  db.afterCommit(() => services.wakeWorkers(jobs))
}
