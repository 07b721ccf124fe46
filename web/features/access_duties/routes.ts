// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { paths } from '#lib/paths.ts'

const accessPeople = createRoute({
  getParentRoute: () => frame,
  path: paths.access_people,
  component: lazyRouteComponent(() => import('./AccessPeoplePage.tsx'), 'AccessPeoplePage'),
  validateSearch: parseListSearch,
})

/** The routes of this subject. */
export const accessDutyRoutes = [accessPeople] as const
