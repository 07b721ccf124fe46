// The layout routes of the pages, with their access checks, and what leads from one app into another.
// Does not belong here: the pages (routes.ts of each feature), the paths (lib/paths.ts).

import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, notFound, Outlet, redirect } from '@tanstack/react-router'
import { NotFound } from './NotFound.tsx'
import { readMe } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'

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

/** The layout of the pages of every signed-in user. */
export const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: lazyRouteComponent(() => import('./PeopleShell.tsx'), 'PeopleShell'),
  beforeLoad: ({ context, location }) => requireSignedIn(context.queryClient, location.href),
})

/**
 * A route for the pages of another app: loads the document at their address. Forms with unsaved content have asked by then, as for any other page. What
 * this app has below `own` and no page for is not found.
 */
export function makeDocumentRoute<Path extends string>(path: Path, own?: string) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location: { href, pathname } }) => {
      if (own !== undefined && `${pathname}/`.startsWith(`${own}/`)) throw notFound()
      // with its fragment it would be the address that the browser shows already, and no document would be loaded
      throw redirect({ href: href.split('#', 1)[0] ?? href, reloadDocument: true })
    },
  })
}
