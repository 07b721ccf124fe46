/** The table of all jobs, one row each: its name, and the act that does the work. */
import type { Context } from '#core/context.ts'
import { applyPartChange } from '#modules/access/access_requests/follow.ts'
import { rewriteRecords } from '#modules/custom_data/custom_object_records/rewrite_store.ts'
import { emptyCustomObject } from '#modules/custom_data/custom_objects/change.ts'
import { rewriteProfiles } from '#modules/custom_data/custom_fields/profile_rewrite_store.ts'
import { makeExport } from '#modules/common/audit_log_exports/run.ts'
import { mailView } from '#modules/business_rules/views/export.ts'
import { removeFiles } from '#modules/common/attachments/store_file.ts'
import { runBulk } from '#modules/common/job_statuses/run.ts'
import { deliverMail } from '#modules/common/mails/deliver.ts'
import { mailForgottenPassword } from '#modules/sign_in/password_links/forgotten.ts'
import { mergeOrganizations } from '#modules/memberships/organization_merges/merge.ts'
import { followChildComment } from '#modules/tickets/side_conversations/child_comment.ts'
import { solveIncidents } from '#modules/tickets/tickets/solve_incidents.ts'
import { rewriteFieldValues } from '#modules/tickets/tickets/field_rewrite_store.ts'
import { rewriteTickets } from '#modules/tickets/tickets/rewrite_store.ts'
import { fetchPhoto } from '#modules/people/users/photo.ts'
import { performObjectEffects } from '#modules/business_rules/effects/objects.ts'
import { type EffectsPayload, performEffects, performTogether } from '#modules/business_rules/effects/perform.ts'
import { mailSuspended } from '#modules/tickets/suspended_tickets/manage.ts'
import { bulkHandlers } from './bulk_handlers.ts'
import { deliverTarget } from '#modules/business_rules/targets/call.ts'
import { deliverWebhook } from '#modules/business_rules/webhooks/delivery/deliver.ts'
import { publishToWebhooks } from '#modules/business_rules/webhooks/delivery/publish.ts'
import { doScheduled } from './scheduled.ts'
import type { JobName, JobRun } from '#queue/enqueue.ts'

export type JobHandler = (ctx: Context, payload: never, run: JobRun) => Promise<void>

/** Kinds of jobs by name. */
export const JOBS: Readonly<Record<JobName, JobHandler>> = {
  export_audit_log: makeExport,
  bulk: (ctx, payload, run) => runBulk(ctx, payload, run, bulkHandlers),
  due: doScheduled,
  deliver_mail: deliverMail,
  deliver_target: (ctx, payload) => deliverTarget(ctx, payload),
  deliver_webhook: (ctx, payload) => deliverWebhook(ctx, payload),
  merge_organizations: mergeOrganizations,
  perform_object_effects: performObjectEffects,
  perform_rule_effects: performEffects,
  publish_events: (ctx, payload) => publishToWebhooks(ctx, payload),
  solve_incidents: solveIncidents,
  rewrite_field_values: rewriteFieldValues,
  empty_custom_object: emptyCustomObject,
  rewrite_custom_object_records: rewriteRecords,
  rewrite_profiles: rewriteProfiles,
  export_suspended_tickets: mailSuspended,
  export_view: mailView,
  fetch_photo: fetchPhoto,
  follow_access_part: applyPartChange,
  follow_child_comment: followChildComment,
  mail_password_link: (ctx, payload) => mailForgottenPassword(ctx, payload),
  remove_files: (ctx, payload) => removeFiles(ctx, payload),
  rewrite_tickets: async (ctx, payload) => void (await rewriteTickets(ctx, payload)),
}

/** Performs jobs of one kind and account together, in one transaction. */
export type BatchHandler = (tx: Context, payloads: readonly never[]) => Promise<void>

/** The kinds of jobs that may be performed together. */
export const BATCHES: Partial<Readonly<Record<JobName, BatchHandler>>> = {
  perform_rule_effects: (tx, payloads: readonly EffectsPayload[]) => performTogether(tx, payloads),
}
