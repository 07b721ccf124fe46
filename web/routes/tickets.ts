// The pages of tickets, for agents.
// Does not belong here: the pages themselves.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { parseTicketSearch, parseTraceSearch } from '../tickets/search.ts'
import { people } from './frames.ts'

const ticket = createRoute({
  getParentRoute: () => people,
  path: paths.ticket,
  component: lazyRouteComponent(() => import('../tickets/TicketPage.tsx'), 'TicketPage'),
  validateSearch: parseTicketSearch,
})

const user = createRoute({
  getParentRoute: () => people,
  path: paths.user,
  component: lazyRouteComponent(() => import('../tickets/UserPage.tsx'), 'UserPage'),
})

const auditTrace = createRoute({
  getParentRoute: () => people,
  path: paths.audit_trace,
  component: lazyRouteComponent(() => import('../tickets/TracePage.tsx'), 'TracePage'),
  validateSearch: parseTraceSearch,
})

/** The routes of tickets. */
export const ticketRoutes = [ticket, user, auditTrace] as const
