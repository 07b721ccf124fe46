// Which address shows which page, and what must be known before it is shown.
// Does not belong here: the pages, the addresses themselves (paths.ts).

import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { AddApiTokenPage } from './admin/apps_and_integrations/api_tokens/AddApiTokenPage.tsx'
import { ApiTokensPage } from './admin/apps_and_integrations/api_tokens/ApiTokensPage.tsx'
import { parseTokenSearch } from './admin/apps_and_integrations/api_tokens/filter.ts'
import { AdminHome } from './admin/AdminHome.tsx'
import { AdminShell } from './admin/AdminShell.tsx'
import { NotFound } from './admin/NotFound.tsx'
import { apiTokensQuery } from './api/api_tokens.ts'
import { meQuery } from './api/session.ts'
import { paths, safeReturnPath } from './paths.ts'
import { FailedPage } from './sign_in/FailedPage.tsx'
import { SignInPage } from './sign_in/SignInPage.tsx'
import { LoadingPage } from './ui/Loading.tsx'
import { focusTitle } from './ui/use_kept_focus.ts'

interface RouterContext {
  queryClient: QueryClient
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFound })

const start = createRoute({
  getParentRoute: () => root,
  path: paths.root,
  beforeLoad: () => {
    throw redirect({ to: paths.admin, replace: true })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.sign_in,
  component: SignInPage,
  validateSearch: ({ return_to }): { return_to?: string } => (typeof return_to === 'string' ? { return_to } : {}),
  beforeLoad: async ({ context, search }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me.id !== null) throw redirect({ href: safeReturnPath(search.return_to), replace: true })
  },
})

const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  component: AdminShell,
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me.id === null) throw redirect({ to: paths.sign_in, search: { return_to: location.href }, replace: true })
  },
})

const adminHome = createRoute({ getParentRoute: () => admin, path: paths.admin, component: AdminHome })

const apiTokens = createRoute({
  getParentRoute: () => admin,
  path: paths.api_tokens,
  component: ApiTokensPage,
  validateSearch: parseTokenSearch,
  // Not awaited: the page shows at once and says itself that it is loading, or why it cannot.
  loader: ({ context }) => void context.queryClient.prefetchQuery(apiTokensQuery),
})

const newApiToken = createRoute({ getParentRoute: () => admin, path: paths.new_api_token, component: AddApiTokenPage })

const routes = root.addChildren([start, signIn, admin.addChildren([adminHome, apiTokens, newApiToken])])

/** Makes the router; loaders read through the given cache. */
export function makeRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: routes,
    context: { queryClient },
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: FailedPage,
  })
  // The keyboard follows: it goes to the title of a page that was reached from another one.
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation !== undefined && pathChanged) focusTitle()
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
