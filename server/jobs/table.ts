/** Every kind of job, one row each: its name, and the act that does the work. */
import type { Context } from '../context.ts'
import { rewriteRecords } from '../resources/custom_object_records/rewrite_store.ts'
import { emptyCustomObject } from '../resources/custom_objects/change.ts'
import { rewriteProfiles } from '../resources/custom_fields/profile_rewrite_store.ts'
import { makeExport } from '../resources/audit_log_exports/run.ts'
import { removeFiles } from '../resources/attachments/keep.ts'
import { runBulk } from '../resources/job_statuses/run.ts'
import { deliverMail } from '../resources/mails/deliver.ts'
import { mergeOrganizations } from '../resources/organization_merges/merge.ts'
import { solveIncidents } from '../resources/tickets/solve_incidents.ts'
import { rewriteFieldValues } from '../resources/tickets/field_rewrite_store.ts'
import { rewriteTickets } from '../resources/tickets/rewrite_store.ts'
import { fetchPhoto } from '../resources/users/photo.ts'
import { mailSuspended } from '../resources/suspended_tickets/manage.ts'
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
  solve_incidents: (ctx, payload) => solveIncidents(ctx, payload),
  rewrite_field_values: rewriteFieldValues,
  empty_custom_object: emptyCustomObject,
  rewrite_custom_object_records: rewriteRecords,
  rewrite_profiles: rewriteProfiles,
  export_suspended_tickets: (ctx, payload) => mailSuspended(ctx, payload),
  fetch_photo: (ctx, payload, run) => fetchPhoto(ctx, payload, run.is_last_attempt),
  remove_files: (ctx, payload) => removeFiles(ctx, payload),
  rewrite_tickets: async (ctx, payload) => void (await rewriteTickets(ctx, payload)),
}
