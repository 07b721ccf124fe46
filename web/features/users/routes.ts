// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { people } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'

const user = createRoute({
  getParentRoute: () => people,
  path: paths.user,
  component: lazyRouteComponent(() => import('./UserPage.tsx'), 'UserPage'),
})

/** The routes of this subject, for every signed-in user. */
export const userRoutes = [user] as const
