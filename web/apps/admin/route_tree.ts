// The routes of the dashboard: everything but the pages below /agent.
// Does not belong here: which address shows which page (routes.ts of each feature), the layouts (features/frame).

import { accessDutyRoutes } from '#features/access_duties/routes.ts'
import { accessRequestRoutes } from '#features/access_requests/routes.ts'
import { apiActivityRoutes } from '#features/api_activity/routes.ts'
import { apiTokenRoutes } from '#features/api_tokens/routes.ts'
import { auditLogRoutes } from '#features/audit_log/routes.ts'
import { businessRuleRoutes } from '#features/business_rules/routes.ts'
import { clockRoutes } from '#features/clock/routes.ts'
import { frame, makeDocumentRoute, root } from '#features/frame/public.ts'
import { homeRoutes } from '#features/home/routes.ts'
import { integrationRoutes } from '#features/integrations/routes.ts'
import { oauthClientRoutes } from '#features/oauth_clients/routes.ts'
import { consentRoutes } from '#features/oauth_consent/routes.ts'
import { outboxRoutes } from '#features/outbox/routes.ts'
import { accountRoutes, enrolRoutes } from '#features/own_account/routes.ts'
import { radarRoutes } from '#features/radar/routes.ts'
import { scheduleRoutes } from '#features/schedules/routes.ts'
import { securityRoutes } from '#features/security/routes.ts'
import { settingsRoutes } from '#features/settings/routes.ts'
import { secretRoutes } from '#features/shared_secrets/routes.ts'
import { signInRoutes } from '#features/sign_in/routes.ts'
import { slaPolicyRoutes } from '#features/sla_policies/routes.ts'
import { teamMemberRoutes } from '#features/team_members/routes.ts'
import { webhookRoutes } from '#features/webhooks/routes.ts'
import { AGENT_PATH } from '#lib/paths.ts'

/** Without a frame. */
export const bareRoutes = [...consentRoutes, ...enrolRoutes, ...signInRoutes] as const
/** In the frame. */
export const framedRoutes = [
  ...accessDutyRoutes,
  ...accessRequestRoutes,
  ...accountRoutes,
  ...apiActivityRoutes,
  ...apiTokenRoutes,
  ...auditLogRoutes,
  ...businessRuleRoutes,
  ...clockRoutes,
  ...homeRoutes,
  ...integrationRoutes,
  ...oauthClientRoutes,
  ...outboxRoutes,
  ...radarRoutes,
  ...scheduleRoutes,
  ...secretRoutes,
  ...securityRoutes,
  ...settingsRoutes,
  ...slaPolicyRoutes,
  ...teamMemberRoutes,
  ...webhookRoutes,
] as const

export const routeTree = root.addChildren([...bareRoutes, makeDocumentRoute(`${AGENT_PATH}/$`), frame.addChildren(framedRoutes)])
