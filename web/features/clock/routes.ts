// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'

const clock = createRoute({
  getParentRoute: () => frame,
  path: paths.clock,
  component: lazyRouteComponent(() => import('./ClockPage.tsx'), 'ClockPage'),
})

/** The routes of this subject. */
export const clockRoutes = [clock] as const
