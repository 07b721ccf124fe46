// The pages of every signed-in user on themselves: what waits for them, and their profile.
// Does not belong here: the pages themselves.

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readMe } from '../api/session.ts'
import { paths } from '../paths.ts'
import { people } from './frames.ts'

const home = createRoute({
  getParentRoute: () => people,
  path: paths.home,
  component: lazyRouteComponent(() => import('../home/HomePage.tsx'), 'HomePage'),
  // administrators have this page beside their menu
  beforeLoad: async ({ context }) => {
    const me = await readMe(context.queryClient)
    if (me.role === 'admin') throw redirect({ to: paths.admin, replace: true })
  },
})

const account = createRoute({
  getParentRoute: () => people,
  path: paths.account,
  component: lazyRouteComponent(() => import('../account/AccountPage.tsx'), 'AccountPage'),
})

/** The routes of what waits for a user, and of their profile. */
export const accountRoutes = [home, account] as const
