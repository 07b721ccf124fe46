// The pages of access requests, of what was made for them, and of one-time secrets, for every signed-in user.
// Does not belong here: the pages themselves; the integrations of administrators (apps.ts).

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { parseRequestSearch } from '../access_requests/search.ts'
import { currentWork } from '../access_requests/work.ts'
import { readMe } from '../api/session.ts'
import { paths } from '../paths.ts'
import { parseSecretSearch } from '../secrets/search.ts'
import { people } from './frames.ts'

const accessRequests = createRoute({
  getParentRoute: () => people,
  path: paths.access_requests,
  component: lazyRouteComponent(() => import('../access_requests/AccessRequestsPage.tsx'), 'AccessRequestsPage'),
  validateSearch: parseRequestSearch,
  // without a valid tab, as when coming from the menu, redirect to the list with work for the user
  beforeLoad: async ({ context: { queryClient }, search }) => {
    const me = await readMe(queryClient)
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

/** The routes of access requests and one-time secrets. */
export const accessRoutes = [accessRequests, newAccessRequest, accessRequest, ownIntegration, secrets, newSecret, secret] as const
