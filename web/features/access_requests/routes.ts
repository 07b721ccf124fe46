// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { readMe } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'
import { parseRequestSearch } from './search.ts'
import { currentWork } from './work.ts'

const accessRequests = createRoute({
  getParentRoute: () => frame,
  path: paths.access_requests,
  component: lazyRouteComponent(() => import('./AccessRequestsPage.tsx'), 'AccessRequestsPage'),
  validateSearch: parseRequestSearch,
  // without a valid tab, as when coming from the menu, redirect to the list with work for the user
  beforeLoad: async ({ context: { queryClient }, search }) => {
    const me = await readMe(queryClient)
    if (search.tab !== undefined || me.role === 'end-user') return
    throw redirect({ to: paths.access_requests, search: { ...search, tab: await currentWork(queryClient) }, replace: true })
  },
})

const newAccessRequest = createRoute({
  getParentRoute: () => frame,
  path: paths.new_access_request,
  component: lazyRouteComponent(() => import('./NewAccessRequestPage.tsx'), 'NewAccessRequestPage'),
})

const accessRequest = createRoute({
  getParentRoute: () => frame,
  path: paths.access_request,
  component: lazyRouteComponent(() => import('./AccessRequestPage.tsx'), 'AccessRequestPage'),
})

/** The routes of this subject. */
export const accessRequestRoutes = [accessRequests, newAccessRequest, accessRequest] as const
