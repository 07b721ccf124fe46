// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'

const user = createRoute({
  getParentRoute: () => frame,
  path: paths.user,
  component: lazyRouteComponent(() => import('./UserPage.tsx'), 'UserPage'),
})

/** The routes of this subject. */
export const userRoutes = [user] as const
