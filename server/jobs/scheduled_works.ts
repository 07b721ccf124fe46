/** Every kind of work that an instance's clock schedules, by name; each is an act of a resource. */
import { scheduledAccessRequests } from '#modules/access/access_requests/scheduled.ts'
import { scheduledApiTokens } from '#modules/access/api_tokens/scheduled.ts'
import { scheduledLooseFiles } from '#modules/common/attachments/store_file.ts'
import { scheduledDeletedTickets } from '#modules/tickets/deleted_tickets/scrub.ts'
import { scheduledAutomations } from '#modules/business_rules/automations/run.ts'
import { scheduledDeletions } from '#modules/business_rules/deletion_schedules/scheduled.ts'
import { scheduledIntegrations } from '#modules/access/integrations/scheduled.ts'
import { scheduledSharedSecrets } from '#modules/access/shared_secrets/scheduled.ts'
import { scheduledUploads } from '#modules/common/uploads/acts.ts'
import { scheduledRuleRuns } from '#modules/tickets/tickets/rule_run_store.ts'
import { scheduledObjectFirings, scheduledRecordRuns } from '#modules/custom_data/custom_object_records/run_store.ts'
import { scheduledRuleFirings, scheduledRuleUsage } from '#modules/tickets/tickets/rule_usage_store.ts'
import { scheduledMacroUses } from '#modules/tickets/tickets/macro_store.ts'
import { scheduledBreaches } from '#modules/tickets/ticket_metrics/breaches.ts'
import { scheduledRecount } from '#modules/tickets/tickets/scheduled_recount.ts'
import { scheduledTickets } from '#modules/tickets/tickets/scheduled.ts'
import { scheduledSuspendedTickets } from '#modules/tickets/suspended_tickets/manage.ts'
import { scheduledWebhookLog } from '#modules/business_rules/webhooks/delivery/scheduled.ts'
import { scheduledAssignments } from '#modules/routing/queues/scheduled.ts'
import type { ScheduledWork } from '#queue/scheduled_work.ts'

export const SCHEDULED_WORKS: Readonly<Record<string, ScheduledWork>> = {
  access_requests: scheduledAccessRequests,
  api_tokens: scheduledApiTokens,
  shared_secrets: scheduledSharedSecrets,
  integrations: scheduledIntegrations,
  automations: scheduledAutomations,
  deletion_schedules: scheduledDeletions,
  tickets: scheduledTickets,
  sla_breaches: scheduledBreaches,
  business_time: scheduledRecount,
  deleted_tickets: scheduledDeletedTickets,
  uploads: scheduledUploads,
  macro_uses: scheduledMacroUses,
  rule_runs: scheduledRuleRuns,
  rule_firings: scheduledRuleFirings,
  rule_usage: scheduledRuleUsage,
  record_runs: scheduledRecordRuns,
  object_trigger_firings: scheduledObjectFirings,
  suspended_tickets: scheduledSuspendedTickets,
  loose_files: scheduledLooseFiles,
  webhook_log: scheduledWebhookLog,
  assignments: scheduledAssignments,
}
