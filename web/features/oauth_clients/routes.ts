// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { paths } from '#lib/paths.ts'
import { oauthClientsQuery } from './queries.ts'

const oauthClients = createRoute({
  getParentRoute: () => frame,
  path: paths.oauth_clients,
  component: lazyRouteComponent(() => import('./OAuthClientsPage.tsx'), 'OAuthClientsPage'),
  validateSearch: parseListSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery(oauthClientsQuery),
})

const newOAuthClient = createRoute({
  getParentRoute: () => frame,
  path: paths.new_oauth_client,
  component: lazyRouteComponent(() => import('./AddOAuthClientPage.tsx'), 'AddOAuthClientPage'),
})

const oauthClient = createRoute({
  getParentRoute: () => frame,
  path: paths.oauth_client,
  component: lazyRouteComponent(() => import('./OAuthClientPage.tsx'), 'OAuthClientPage'),
})

/** The routes of this subject. */
export const oauthClientRoutes = [oauthClients, newOAuthClient, oauthClient] as const
