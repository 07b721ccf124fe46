// The pages of administrators, in the frame with the menu.
// Does not belong here: the pages themselves, the menu (admin/menu.ts), the routes of webhooks (webhooks.ts).

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admin } from './frames.ts'
import { apiTokensQuery } from '../api/api_tokens.ts'
import { integrationsQuery } from '../api/integrations.ts'
import { oauthClientsQuery } from '../api/oauth_clients.ts'
import { parseActivitySearch } from '../admin/apps_and_integrations/api_activity/search.ts'
import { parseAuditSearch } from '../admin/account/audit_log/search.ts'
import { parseIntegrationSearch } from '../admin/apps_and_integrations/integrations/filter.ts'
import { parseReportSearch } from '../admin/objects_and_rules/business_rules/rule_report/findings.ts'
import { parseListSearch } from '../table/search.ts'
import { parseMailSearch } from '../admin/account/outbox/states.ts'
import { parseCopySearch, parseMacroSearch, parseRuleSearch } from '../rules/search.ts'
import { parseTokenSearch } from '../admin/apps_and_integrations/api_tokens/filter.ts'
import { paths } from '../paths.ts'
import { radarQuery } from '../api/activity.ts'
import { webhookRoutes } from './webhooks.ts'

const adminHome = createRoute({
  getParentRoute: () => admin,
  path: paths.admin,
  component: lazyRouteComponent(() => import('../home/HomePage.tsx'), 'HomePage'),
})

const accountSettings = createRoute({
  getParentRoute: () => admin,
  path: paths.account_settings,
  component: lazyRouteComponent(() => import('../admin/account/settings/AccountSettingsPage.tsx'), 'AccountSettingsPage'),
})

const clock = createRoute({
  getParentRoute: () => admin,
  path: paths.clock,
  component: lazyRouteComponent(() => import('../admin/account/clock/ClockPage.tsx'), 'ClockPage'),
})

const security = createRoute({
  getParentRoute: () => admin,
  path: paths.security,
  component: lazyRouteComponent(() => import('../admin/account/security/SecurityPage.tsx'), 'SecurityPage'),
})

const auditLog = createRoute({
  getParentRoute: () => admin,
  path: paths.audit_log,
  component: lazyRouteComponent(() => import('../admin/account/audit_log/AuditLogPage.tsx'), 'AuditLogPage'),
  validateSearch: parseAuditSearch,
})

const outbox = createRoute({
  getParentRoute: () => admin,
  path: paths.outbox,
  component: lazyRouteComponent(() => import('../admin/account/outbox/OutboxPage.tsx'), 'OutboxPage'),
  validateSearch: parseMailSearch,
})

const outboxMail = createRoute({
  getParentRoute: () => admin,
  path: paths.outbox_mail,
  component: lazyRouteComponent(() => import('../admin/account/outbox/MailPage.tsx'), 'MailPage'),
})

const teamMembers = createRoute({
  getParentRoute: () => admin,
  path: paths.team_members,
  component: lazyRouteComponent(() => import('../admin/people/team_members/TeamMembersPage.tsx'), 'TeamMembersPage'),
  validateSearch: parseListSearch,
})

const inviteTeamMember = createRoute({
  getParentRoute: () => admin,
  path: paths.invite_team_member,
  component: lazyRouteComponent(() => import('../admin/people/team_members/InvitePage.tsx'), 'InvitePage'),
})

const teamMember = createRoute({
  getParentRoute: () => admin,
  path: paths.team_member,
  component: lazyRouteComponent(() => import('../admin/people/team_members/MemberPage.tsx'), 'MemberPage'),
})

const accessPeople = createRoute({
  getParentRoute: () => admin,
  path: paths.access_people,
  component: lazyRouteComponent(() => import('../admin/people/access_people/AccessPeoplePage.tsx'), 'AccessPeoplePage'),
  validateSearch: parseListSearch,
})

const accessSettings = createRoute({
  getParentRoute: () => admin,
  path: paths.access_settings,
  component: lazyRouteComponent(() => import('../admin/people/access_settings/AccessSettingsPage.tsx'), 'AccessSettingsPage'),
})

const apiSettings = createRoute({
  getParentRoute: () => admin,
  path: paths.api_settings,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/api_settings/ApiSettingsPage.tsx'), 'ApiSettingsPage'),
})

const apiTokens = createRoute({
  getParentRoute: () => admin,
  path: paths.api_tokens,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/api_tokens/ApiTokensPage.tsx'), 'ApiTokensPage'),
  validateSearch: parseTokenSearch,
  // Not awaited: the page renders at once and shows the loading state or the error itself.
  loader: ({ context }) => void context.queryClient.prefetchQuery(apiTokensQuery),
})

const newApiToken = createRoute({
  getParentRoute: () => admin,
  path: paths.new_api_token,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/api_tokens/AddApiTokenPage.tsx'), 'AddApiTokenPage'),
})

const apiToken = createRoute({
  getParentRoute: () => admin,
  path: paths.api_token,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/api_tokens/ApiTokenPage.tsx'), 'ApiTokenPage'),
})

const oauthClients = createRoute({
  getParentRoute: () => admin,
  path: paths.oauth_clients,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/oauth_clients/OAuthClientsPage.tsx'), 'OAuthClientsPage'),
  validateSearch: parseListSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery(oauthClientsQuery),
})

const newOAuthClient = createRoute({
  getParentRoute: () => admin,
  path: paths.new_oauth_client,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/oauth_clients/AddOAuthClientPage.tsx'), 'AddOAuthClientPage'),
})

const oauthClient = createRoute({
  getParentRoute: () => admin,
  path: paths.oauth_client,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/oauth_clients/OAuthClientPage.tsx'), 'OAuthClientPage'),
})

const apiActivity = createRoute({
  getParentRoute: () => admin,
  path: paths.api_activity,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/api_activity/ApiActivityPage.tsx'), 'ApiActivityPage'),
  validateSearch: parseActivitySearch,
})

const radar = createRoute({
  getParentRoute: () => admin,
  path: paths.radar,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/radar/RadarPage.tsx'), 'RadarPage'),
  loader: ({ context }) => void context.queryClient.prefetchQuery(radarQuery),
})

const triggers = createRoute({
  getParentRoute: () => admin,
  path: paths.triggers,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/triggers/TriggersPage.tsx'), 'TriggersPage'),
  validateSearch: parseRuleSearch,
})

const newTrigger = createRoute({
  getParentRoute: () => admin,
  path: paths.new_trigger,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/triggers/AddTriggerPage.tsx'), 'AddTriggerPage'),
  validateSearch: parseCopySearch,
})

const trigger = createRoute({
  getParentRoute: () => admin,
  path: paths.trigger,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/triggers/TriggerPage.tsx'), 'TriggerPage'),
})

const triggerRevisions = createRoute({
  getParentRoute: () => admin,
  path: paths.trigger_revisions,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/triggers/TriggerRevisionsPage.tsx'),
    'TriggerRevisionsPage',
  ),
})

const triggerCategories = createRoute({
  getParentRoute: () => admin,
  path: paths.trigger_categories,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/trigger_categories/TriggerCategoriesPage.tsx'),
    'TriggerCategoriesPage',
  ),
})

const automations = createRoute({
  getParentRoute: () => admin,
  path: paths.automations,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/automations/AutomationsPage.tsx'),
    'AutomationsPage',
  ),
  validateSearch: parseRuleSearch,
})

const newAutomation = createRoute({
  getParentRoute: () => admin,
  path: paths.new_automation,
  component: lazyRouteComponent(
    () => import('../admin/objects_and_rules/business_rules/automations/AddAutomationPage.tsx'),
    'AddAutomationPage',
  ),
  validateSearch: parseCopySearch,
})

const automation = createRoute({
  getParentRoute: () => admin,
  path: paths.automation,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/automations/AutomationPage.tsx'), 'AutomationPage'),
})

const macros = createRoute({
  getParentRoute: () => admin,
  path: paths.macros,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/macros/MacrosPage.tsx'), 'MacrosPage'),
  validateSearch: parseMacroSearch,
})

const newMacro = createRoute({
  getParentRoute: () => admin,
  path: paths.new_macro,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/macros/AddMacroPage.tsx'), 'AddMacroPage'),
  validateSearch: parseCopySearch,
})

const macro = createRoute({
  getParentRoute: () => admin,
  path: paths.macro,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/macros/MacroPage.tsx'), 'MacroPage'),
})

const ruleReport = createRoute({
  getParentRoute: () => admin,
  path: paths.rule_report,
  component: lazyRouteComponent(() => import('../admin/objects_and_rules/business_rules/rule_report/RuleReportPage.tsx'), 'RuleReportPage'),
  validateSearch: parseReportSearch,
})

const integrations = createRoute({
  getParentRoute: () => admin,
  path: paths.integrations,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/integrations/IntegrationsPage.tsx'), 'IntegrationsPage'),
  validateSearch: parseIntegrationSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery(integrationsQuery),
})

const integration = createRoute({
  getParentRoute: () => admin,
  path: paths.integration,
  component: lazyRouteComponent(() => import('../admin/apps_and_integrations/integrations/IntegrationPage.tsx'), 'IntegrationPage'),
})

/** The routes in the frame of administrators. */
export const adminRoutes = [
  adminHome,
  accountSettings,
  clock,
  security,
  auditLog,
  outbox,
  outboxMail,
  teamMembers,
  inviteTeamMember,
  teamMember,
  accessPeople,
  accessSettings,
  triggers,
  newTrigger,
  trigger,
  triggerRevisions,
  triggerCategories,
  automations,
  newAutomation,
  automation,
  macros,
  newMacro,
  macro,
  ruleReport,
  apiSettings,
  apiTokens,
  newApiToken,
  apiToken,
  oauthClients,
  newOAuthClient,
  oauthClient,
  apiActivity,
  radar,
  integrations,
  integration,
  ...webhookRoutes,
] as const
