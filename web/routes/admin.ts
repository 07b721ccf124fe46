// The pages of administrators, in the frame with the menu.
// Does not belong here: the pages themselves, the menu (admin/menu.ts), the routes of rules, service levels and webhooks (rules.ts, service_levels.ts, webhooks.ts).

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admin } from './frames.ts'
import { apiTokensQuery } from '../api/api_tokens.ts'
import { integrationsQuery } from '../api/integrations.ts'
import { oauthClientsQuery } from '../api/oauth_clients.ts'
import { parseActivitySearch } from '../admin/apps_and_integrations/api_activity/search.ts'
import { parseAuditSearch } from '../admin/account/audit_log/search.ts'
import { parseIntegrationSearch } from '../admin/apps_and_integrations/integrations/filter.ts'
import { parseListSearch } from '../table/search.ts'
import { parseMailSearch } from '../admin/account/outbox/states.ts'
import { parseTokenSearch } from '../admin/apps_and_integrations/api_tokens/filter.ts'
import { paths } from '../paths.ts'
import { radarQuery } from '../api/activity.ts'
import { ruleRoutes } from './rules.ts'
import { serviceLevelRoutes } from './service_levels.ts'
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
  ...ruleRoutes,
  ...serviceLevelRoutes,
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
