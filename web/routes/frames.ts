// The frames that pages stand in, and who is let into them.
// Does not belong here: the pages (admin.ts, people.ts, entry.ts), the addresses (paths.ts).

import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { NotFound } from '../admin/NotFound.tsx'
import { meQuery } from '../api/session.ts'
import { paths } from '../paths.ts'

interface RouterContext {
  queryClient: QueryClient
}

/** Above all pages. */
export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFound })

/** Lets those in who are signed in, and have the second factor that they must have. */
async function requireSignedIn(queryClient: QueryClient, href: string): Promise<void> {
  const me = await queryClient.ensureQueryData(meQuery)
  if (me.id === null) throw redirect({ to: paths.sign_in, search: { return_to: href }, replace: true })
  if (me.second_factor_required === true) throw redirect({ to: paths.enrol, search: { return_to: href }, replace: true })
}

/** The frame of the administrators. */
export const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  component: lazyRouteComponent(() => import('../admin/AdminShell.tsx'), 'AdminShell'),
  beforeLoad: ({ context, location }) => requireSignedIn(context.queryClient, location.href),
})

/** The frame of what every signed-in person may open: that of the administrators for them, a light one for everybody else. */
export const people = createRoute({
  getParentRoute: () => root,
  id: 'people',
  component: lazyRouteComponent(() => import('../people/PeopleShell.tsx'), 'PeopleShell'),
  beforeLoad: ({ context, location }) => requireSignedIn(context.queryClient, location.href),
})
