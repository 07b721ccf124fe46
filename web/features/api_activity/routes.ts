// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseActivitySearch } from './search.ts'

const apiActivity = createRoute({
  getParentRoute: () => frame,
  path: paths.api_activity,
  component: lazyRouteComponent(() => import('./ApiActivityPage.tsx'), 'ApiActivityPage'),
  validateSearch: parseActivitySearch,
})

/** The routes of this subject. */
export const apiActivityRoutes = [apiActivity] as const
