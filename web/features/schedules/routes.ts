// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { admin } from '#features/frame/public.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { paths } from '#lib/paths.ts'

const schedules = createRoute({
  getParentRoute: () => admin,
  path: paths.schedules,
  component: lazyRouteComponent(() => import('./SchedulesPage.tsx'), 'SchedulesPage'),
  validateSearch: parseListSearch,
})

const newSchedule = createRoute({
  getParentRoute: () => admin,
  path: paths.new_schedule,
  component: lazyRouteComponent(() => import('./AddSchedulePage.tsx'), 'AddSchedulePage'),
})

const schedule = createRoute({
  getParentRoute: () => admin,
  path: paths.schedule,
  component: lazyRouteComponent(() => import('./SchedulePage.tsx'), 'SchedulePage'),
})

/** The routes of this subject, among the pages of administration. */
export const scheduleRoutes = [schedules, newSchedule, schedule] as const
