// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseIntegrationSearch } from './filter.ts'
import { integrationsQuery } from './queries.ts'

const ownIntegration = createRoute({
  getParentRoute: () => frame,
  path: paths.own_integration,
  component: lazyRouteComponent(() => import('./OwnIntegrationPage.tsx'), 'OwnIntegrationPage'),
})

const integrations = createRoute({
  getParentRoute: () => frame,
  path: paths.integrations,
  component: lazyRouteComponent(() => import('./IntegrationsPage.tsx'), 'IntegrationsPage'),
  validateSearch: parseIntegrationSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery(integrationsQuery),
})

const integration = createRoute({
  getParentRoute: () => frame,
  path: paths.integration,
  component: lazyRouteComponent(() => import('./IntegrationPage.tsx'), 'IntegrationPage'),
})

/** The routes of this subject. */
export const integrationRoutes = [integrations, integration, ownIntegration] as const
