// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { parseListSearch } from '#kit/table/search.ts'
import { paths } from '#lib/paths.ts'

const schedules = createRoute({
  getParentRoute: () => frame,
  path: paths.schedules,
  component: lazyRouteComponent(() => import('./SchedulesPage.tsx'), 'SchedulesPage'),
  validateSearch: parseListSearch,
})

const newSchedule = createRoute({
  getParentRoute: () => frame,
  path: paths.new_schedule,
  component: lazyRouteComponent(() => import('./AddSchedulePage.tsx'), 'AddSchedulePage'),
})

const schedule = createRoute({
  getParentRoute: () => frame,
  path: paths.schedule,
  component: lazyRouteComponent(() => import('./SchedulePage.tsx'), 'SchedulePage'),
})

/** The routes of this subject. */
export const scheduleRoutes = [schedules, newSchedule, schedule] as const
