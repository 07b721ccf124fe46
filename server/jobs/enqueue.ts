// WHAT RUNS WITHOUT A REQUEST: jobs are rows of one queue, put there inside the transaction of the act that needs them.
// Not here: what a job does; that is an act of a resource, named in table.ts.
import { startedBy, type StartedBy } from '../auth/started_by.ts'
import { fixed } from '../db/builder.ts'
import type { Context } from '../context.ts'
import { json } from '../db/types.ts'
import { currentTrace, type TraceHeaders, traceHeaders } from '../tracing/trace.ts'

const add = fixed<unknown>('select graphile_worker.add_job($1, payload := $2::json, max_attempts := $3)')

/**
 * By whose authority each kind of job works. `caller`: it does something new in the name of who asked, and no more than they may while it
 * runs. `record`: the same, and who asked stands in the record of the job. `system`: it finishes what was done and committed by an act that
 * asked for permission, or it is the system's own.
 * @source docs/decisions/0027_authority_of_jobs.md
 */
export const AUTHORITY = {
  bulk: 'record',
  deliver_mail: 'system',
  due: 'system',
  empty_custom_object: 'system',
  export_audit_log: 'caller',
  export_suspended_tickets: 'caller',
  fetch_photo: 'caller',
  follow_access_part: 'system',
  mail_password_link: 'system',
  merge_organizations: 'caller',
  remove_files: 'system',
  rewrite_custom_object_records: 'system',
  rewrite_field_values: 'system',
  rewrite_profiles: 'system',
  rewrite_tickets: 'system',
  solve_incidents: 'caller',
} as const

/** The name of a kind of job. */
export type JobName = keyof typeof AUTHORITY

/** What every job is told; `payload` must be plain JSON. */
export interface JobCall {
  readonly account_id: number
  readonly payload: unknown
  /** Who asked for it. Not there where the system works, nor in jobs that an earlier version has queued. */
  readonly asked?: StartedBy
  /** The trace of the request or job that has put it into the queue. */
  readonly trace?: TraceHeaders
}

/** What a job learns about its run beside the payload. */
export interface JobRun {
  /** Who asked for it; undefined for jobs of the system, and for those that an earlier version has queued. */
  readonly asked: StartedBy | undefined
  /** True when nothing is tried again after this failure: then the job says that it has failed. */
  readonly isFinal: (error: unknown) => boolean
  /** Aborted when the worker is to stop: what has many parts leaves the rest to the next run. */
  readonly stopping: AbortSignal
}

/** Puts a job into the queue, in the transaction of `ctx`. It runs once that is committed, and again when it fails. */
export async function enqueue(ctx: Context, name: JobName, payload: unknown, maxAttempts = 5): Promise<void> {
  const asked = AUTHORITY[name] === 'caller' ? { asked: await startedBy(ctx) } : {}
  const trace = currentTrace()
  const call: JobCall = { account_id: ctx.account.id, payload, ...asked, ...(trace === undefined ? {} : { trace: traceHeaders(trace) }) }
  await ctx.db.all(add(name, json(call), maxAttempts))
}
