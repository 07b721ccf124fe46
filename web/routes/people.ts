// The pages of every signed-in user.
// Does not belong here: the pages themselves; those of administrators (admin.ts).

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { parseRequestSearch } from '../access_requests/search.ts'
import { currentWork } from '../access_requests/work.ts'
import { meQuery } from '../api/session.ts'
import { parseSecretSearch } from '../secrets/search.ts'
import { paths } from '../paths.ts'
import { parseTicketSearch, parseTraceSearch } from '../tickets/search.ts'
import { people } from './frames.ts'

const home = createRoute({
  getParentRoute: () => people,
  path: paths.home,
  component: lazyRouteComponent(() => import('../home/HomePage.tsx'), 'HomePage'),
  // administrators have this page beside their menu
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me.role === 'admin') throw redirect({ to: paths.admin, replace: true })
  },
})

const account = createRoute({
  getParentRoute: () => people,
  path: paths.account,
  component: lazyRouteComponent(() => import('../account/AccountPage.tsx'), 'AccountPage'),
})

const accessRequests = createRoute({
  getParentRoute: () => people,
  path: paths.access_requests,
  component: lazyRouteComponent(() => import('../access_requests/AccessRequestsPage.tsx'), 'AccessRequestsPage'),
  validateSearch: parseRequestSearch,
  // without a valid tab, as when coming from the menu, redirect to the list with work for the user
  beforeLoad: async ({ context: { queryClient }, search }) => {
    const me = await queryClient.ensureQueryData(meQuery)
    if (search.tab !== undefined || me.role === 'end-user') return
    throw redirect({ to: paths.access_requests, search: { ...search, tab: await currentWork(queryClient) }, replace: true })
  },
})

const newAccessRequest = createRoute({
  getParentRoute: () => people,
  path: paths.new_access_request,
  component: lazyRouteComponent(() => import('../access_requests/NewAccessRequestPage.tsx'), 'NewAccessRequestPage'),
})

const accessRequest = createRoute({
  getParentRoute: () => people,
  path: paths.access_request,
  component: lazyRouteComponent(() => import('../access_requests/AccessRequestPage.tsx'), 'AccessRequestPage'),
})

const ownIntegration = createRoute({
  getParentRoute: () => people,
  path: paths.own_integration,
  component: lazyRouteComponent(() => import('../access_requests/OwnIntegrationPage.tsx'), 'OwnIntegrationPage'),
})

const secrets = createRoute({
  getParentRoute: () => people,
  path: paths.secrets,
  component: lazyRouteComponent(() => import('../secrets/SecretsPage.tsx'), 'SecretsPage'),
  validateSearch: parseSecretSearch,
})

const newSecret = createRoute({
  getParentRoute: () => people,
  path: paths.new_secret,
  component: lazyRouteComponent(() => import('../secrets/NewSecretPage.tsx'), 'NewSecretPage'),
})

const secret = createRoute({
  getParentRoute: () => people,
  path: paths.secret,
  component: lazyRouteComponent(() => import('../secrets/SecretPage.tsx'), 'SecretPage'),
})

const ticket = createRoute({
  getParentRoute: () => people,
  path: paths.ticket,
  component: lazyRouteComponent(() => import('../tickets/TicketPage.tsx'), 'TicketPage'),
  validateSearch: parseTicketSearch,
})

const auditTrace = createRoute({
  getParentRoute: () => people,
  path: paths.audit_trace,
  component: lazyRouteComponent(() => import('../tickets/TracePage.tsx'), 'TracePage'),
  validateSearch: parseTraceSearch,
})

/** The routes in the frame of every signed-in user. */
export const peopleRoutes = [
  home,
  account,
  accessRequests,
  newAccessRequest,
  accessRequest,
  ownIntegration,
  secrets,
  newSecret,
  secret,
  ticket,
  auditTrace,
] as const
