// The layout routes of the pages, with their access checks.
// Does not belong here: the pages (entry.ts, and those that sections.ts names), the paths (paths.ts).

import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { NotFound } from '../admin/NotFound.tsx'
import { readMe } from '../api/session.ts'
import { paths } from '../paths.ts'

interface RouterContext {
  queryClient: QueryClient
}

/** The parent of all routes. */
export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFound })

/** Redirects visitors to the sign-in page, and users who lack a required second factor to enrolment. */
async function requireSignedIn(queryClient: QueryClient, href: string): Promise<void> {
  const me = await readMe(queryClient)
  if (me.id === null) throw redirect({ to: paths.sign_in, search: { return_to: href }, replace: true })
  if (me.second_factor_required === true) throw redirect({ to: paths.enrol, search: { return_to: href }, replace: true })
}

/** The layout of the pages of the menu. */
export const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  component: lazyRouteComponent(() => import('../people/PeopleShell.tsx'), 'PeopleShell'),
  beforeLoad: ({ context, location }) => requireSignedIn(context.queryClient, location.href),
})

/** The layout for every signed-in user: administrators get theirs with the menu, others a simple one. */
export const people = createRoute({
  getParentRoute: () => root,
  id: 'people',
  component: lazyRouteComponent(() => import('../people/PeopleShell.tsx'), 'PeopleShell'),
  beforeLoad: ({ context, location }) => requireSignedIn(context.queryClient, location.href),
})
