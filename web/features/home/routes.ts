// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { readMe } from '#features/session/public.ts'
import { paths } from '#lib/paths.ts'

const home = createRoute({
  getParentRoute: () => frame,
  path: paths.home,
  component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
  // administrators have this page beside their menu
  beforeLoad: async ({ context }) => {
    const me = await readMe(context.queryClient)
    if (me.role === 'admin') throw redirect({ to: paths.admin, replace: true })
  },
})

const adminHome = createRoute({
  getParentRoute: () => frame,
  path: paths.admin,
  component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
})

/** The routes of this subject. */
export const homeRoutes = [home, adminHome] as const
