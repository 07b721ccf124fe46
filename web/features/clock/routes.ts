// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admin } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'

const clock = createRoute({
  getParentRoute: () => admin,
  path: paths.clock,
  component: lazyRouteComponent(() => import('./ClockPage.tsx'), 'ClockPage'),
})

/** The routes of this subject, among the pages of administration. */
export const clockRoutes = [clock] as const
