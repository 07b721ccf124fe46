// The pages of apps and integrations, in the frame of administrators.
// Does not belong here: the pages themselves, the menu (admin/menu.ts), the routes of webhooks (webhooks.ts).

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { parseActivitySearch } from '../admin/apps_and_integrations/api_activity/search.ts'
import { parseTokenSearch } from '../admin/apps_and_integrations/api_tokens/filter.ts'
import { parseIntegrationSearch } from '../admin/apps_and_integrations/integrations/filter.ts'
import { radarQuery } from '../api/activity.ts'
import { apiTokensQuery } from '../api/api_tokens.ts'
import { integrationsQuery } from '../api/integrations.ts'
import { oauthClientsQuery } from '../api/oauth_clients.ts'
import { paths } from '../paths.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { admin } from './frames.ts'
import { webhookRoutes } from './webhooks.ts'

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

/** The routes of apps and integrations. */
export const appRoutes = [
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
