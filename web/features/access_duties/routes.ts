// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admin } from '#features/frame/public.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { paths } from '#lib/paths.ts'

const accessPeople = createRoute({
  getParentRoute: () => admin,
  path: paths.access_people,
  component: lazyRouteComponent(() => import('./AccessPeoplePage.tsx'), 'AccessPeoplePage'),
  validateSearch: parseListSearch,
})

/** The routes of this subject, among the pages of administration. */
export const accessDutyRoutes = [accessPeople] as const
