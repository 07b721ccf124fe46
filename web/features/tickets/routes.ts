// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseTicketSearch, parseTraceSearch } from './search.ts'

const ticket = createRoute({
  getParentRoute: () => frame,
  path: paths.ticket,
  component: lazyRouteComponent(() => import('./TicketPage.tsx'), 'TicketPage'),
  validateSearch: parseTicketSearch,
})

const auditTrace = createRoute({
  getParentRoute: () => frame,
  path: paths.audit_trace,
  component: lazyRouteComponent(() => import('./TracePage.tsx'), 'TracePage'),
  validateSearch: parseTraceSearch,
})

/** The routes of this subject. */
export const ticketRoutes = [ticket, auditTrace] as const
