/** Every kind of job, one row each: its name, and the act that does the work. */
import type { Context } from '../context.ts'
import { makeExport } from '../resources/audit_log_exports/run.ts'
import { runBulk } from '../resources/job_statuses/run.ts'
import { deliverMail } from '../resources/mails/deliver.ts'
import { mergeOrganizations } from '../resources/organization_merges/merge.ts'
import { rewriteTickets } from '../resources/tickets/rewrite_store.ts'
import { bulkWorks } from './bulk_works.ts'
import { doDue } from './due.ts'

/** What a handler learns about its run beside the payload. */
export interface JobRun {
  readonly is_last_attempt: boolean
}

export type JobHandler = (ctx: Context, payload: never, run: JobRun) => Promise<void>

/** Kinds of jobs by name. */
export const JOBS: Readonly<Record<string, JobHandler>> = {
  export_audit_log: (ctx, payload, run) => makeExport(ctx, payload, run.is_last_attempt),
  bulk: (ctx, payload, run) => runBulk(ctx, payload, run.is_last_attempt, bulkWorks),
  due: doDue,
  deliver_mail: (ctx, payload, run) => deliverMail(ctx, payload, run.is_last_attempt),
  merge_organizations: (ctx, payload, run) => mergeOrganizations(ctx, payload, run.is_last_attempt),
  rewrite_tickets: async (ctx, payload) => void (await rewriteTickets(ctx, payload)),
}
