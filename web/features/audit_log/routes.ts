// Which address shows which page of this subject; the code of a page is loaded when it is opened.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from '#features/frame/public.ts'
import { paths } from '#lib/paths.ts'
import { parseAuditSearch } from './search.ts'

const auditLog = createRoute({
  getParentRoute: () => frame,
  path: paths.audit_log,
  component: lazyRouteComponent(() => import('./AuditLogPage.tsx'), 'AuditLogPage'),
  validateSearch: parseAuditSearch,
})

/** The routes of this subject. */
export const auditLogRoutes = [auditLog] as const
