/** Every route of rules, and of what they call and use. */
import type { AnyRoute } from '#http/route.ts'
import { automationRoutes } from './automations/routes.ts'
import { deletionScheduleRoutes } from './deletion_schedules/routes.ts'
import { dryRunRoutes } from './dry_runs/routes.ts'
import { groupSlaPolicyRoutes } from './group_sla_policies/routes.ts'
import { applyMacroRoutes } from './macros/apply_routes.ts'
import { macroAttachmentRoutes } from './macros/attachment_routes.ts'
import { macroRoutes } from './macros/routes.ts'
import { objectTriggerRoutes } from './object_triggers/routes.ts'
import { resourceCollectionRoutes } from './resource_collections/routes.ts'
import { ruleReportRoutes } from './rule_report/routes.ts'
import { recordTraceRoutes } from './record_traces/routes.ts'
import { ruleTraceRoutes } from './rule_traces/routes.ts'
import { slaPolicyRoutes } from './sla_policies/routes.ts'
import { targetRoutes } from './targets/routes.ts'
import { triggerCategoryRoutes } from './trigger_categories/routes.ts'
import { triggerBatchRoutes } from './triggers/batch_routes.ts'
import { triggerRevisionRoutes } from './triggers/revision_routes.ts'
import { triggerRoutes } from './triggers/routes.ts'
import { viewRoutes } from './views/routes.ts'
import { targetFailureRoutes } from './targets/failure_routes.ts'
import { webhookReplayRoutes } from './webhooks/delivery/replay_routes.ts'
import { webhookDeliveryRoutes } from './webhooks/delivery/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { workspaceRoutes } from './workspaces/routes.ts'

export const businessRulesRoutes: readonly AnyRoute[] = [
  ...automationRoutes,
  ...deletionScheduleRoutes,
  ...dryRunRoutes,
  ...groupSlaPolicyRoutes,
  ...applyMacroRoutes,
  ...macroAttachmentRoutes,
  ...macroRoutes,
  ...objectTriggerRoutes,
  ...resourceCollectionRoutes,
  ...ruleReportRoutes,
  ...ruleTraceRoutes,
  ...recordTraceRoutes,
  ...slaPolicyRoutes,
  ...targetRoutes,
  ...triggerCategoryRoutes,
  ...triggerBatchRoutes,
  ...triggerRoutes,
  ...triggerRevisionRoutes,
  ...viewRoutes,
  ...targetFailureRoutes,
  ...webhookRoutes,
  ...webhookDeliveryRoutes,
  ...webhookReplayRoutes,
  ...workspaceRoutes,
]
