/** Every route of the audit log, files, mails and job statuses. */
import type { AnyRoute } from '#http/route.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { auditLogExportRoutes } from './audit_log_exports/routes.ts'
import { auditChainRoutes } from './audit_logs/chain_routes.ts'
import { auditLogRoutes } from './audit_logs/routes.ts'
import { jobStatusRoutes } from './job_statuses/routes.ts'
import { mailRoutes } from './mails/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'

export const commonRoutes: readonly AnyRoute[] = [
  ...attachmentRoutes,
  ...auditLogExportRoutes,
  ...auditChainRoutes,
  ...auditLogRoutes,
  ...jobStatusRoutes,
  ...mailRoutes,
  ...uploadRoutes,
]
