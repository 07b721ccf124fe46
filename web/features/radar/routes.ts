// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { radarQuery } from './queries.ts'

const radar = createRoute({
  getParentRoute: () => frame,
  path: paths.radar,
  component: lazyRouteComponent(() => import('./RadarPage.tsx'), 'RadarPage'),
  loader: ({ context }) => void context.queryClient.prefetchQuery(radarQuery),
})

/** The routes of this subject. */
export const radarRoutes = [radar] as const
