// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admin, people } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseIntegrationSearch } from './filter.ts'
import { integrationsQuery } from './queries.ts'

const ownIntegration = createRoute({
  getParentRoute: () => people,
  path: paths.own_integration,
  component: lazyRouteComponent(() => import('./OwnIntegrationPage.tsx'), 'OwnIntegrationPage'),
})

const integrations = createRoute({
  getParentRoute: () => admin,
  path: paths.integrations,
  component: lazyRouteComponent(() => import('./IntegrationsPage.tsx'), 'IntegrationsPage'),
  validateSearch: parseIntegrationSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery(integrationsQuery),
})

const integration = createRoute({
  getParentRoute: () => admin,
  path: paths.integration,
  component: lazyRouteComponent(() => import('./IntegrationPage.tsx'), 'IntegrationPage'),
})

/** The routes of this subject, among the pages of administration. */
export const integrationRoutes = [integrations, integration] as const

/** The routes of this subject, for every signed-in user. */
export const ownIntegrationRoutes = [ownIntegration] as const
