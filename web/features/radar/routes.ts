// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admin } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { radarQuery } from './queries.ts'

const radar = createRoute({
  getParentRoute: () => admin,
  path: paths.radar,
  component: lazyRouteComponent(() => import('./RadarPage.tsx'), 'RadarPage'),
  loader: ({ context }) => void context.queryClient.prefetchQuery(radarQuery),
})

/** The routes of this subject, among the pages of administration. */
export const radarRoutes = [radar] as const
