// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseTokenSearch } from './filter.ts'
import { apiTokensQuery } from './queries.ts'

const apiTokens = createRoute({
  getParentRoute: () => frame,
  path: paths.api_tokens,
  component: lazyRouteComponent(() => import('./ApiTokensPage.tsx'), 'ApiTokensPage'),
  validateSearch: parseTokenSearch,
  // Not awaited: the page renders at once and shows the loading state or the error itself.
  loader: ({ context }) => void context.queryClient.prefetchQuery(apiTokensQuery),
})

const newApiToken = createRoute({
  getParentRoute: () => frame,
  path: paths.new_api_token,
  component: lazyRouteComponent(() => import('./AddApiTokenPage.tsx'), 'AddApiTokenPage'),
})

const apiToken = createRoute({
  getParentRoute: () => frame,
  path: paths.api_token,
  component: lazyRouteComponent(() => import('./ApiTokenPage.tsx'), 'ApiTokenPage'),
})

/** The routes of this subject. */
export const apiTokenRoutes = [apiTokens, newApiToken, apiToken] as const
