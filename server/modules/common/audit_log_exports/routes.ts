import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { answerOk, route } from '#http/route.ts'
import { csvHeaders } from '#lib/csv.ts'
import { AuditLogQuery, readFilter } from '../audit_logs/filter.ts'
import { presentExport } from './present.ts'
import { AuditLogExport } from './schema.ts'
import { startExport } from './start.ts'
import { getExport, getExportContent } from './store.ts'

const unpackContent = promisify(gunzip)

/** @source docs/reference/account.md §8.1; docs/reference/conventions.md §8 */
export const auditLogExportRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/audit_logs/export',
    name: 'audit_logs/export',
    summary: 'Start a CSV export of the audit log; the download link is sent by e-mail',
    scope: 'auditlogs',
    access: 'read', // there is no scope to write the log
    query: AuditLogQuery,
    buckets: [{ name: 'audit-logs-export', limit: 1, window_seconds: 60 }],
    async handle(ctx, { query }) {
      const row = await startExport(ctx, readFilter(query))
      const headers = { 'content-type': 'application/json; charset=utf-8', location: presentExport(ctx, row).url }
      return { status: 202, body: '"The export is being made. You will get a mail when it is ready."', headers }
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/deskhand/audit_logs/exports/:id',
    name: 'deskhand/audit_log_exports/show',
    summary: 'Show the progress of an export of the audit log',
    scope: 'auditlogs',
    answer: Type.Object({ audit_log_export: AuditLogExport }),
    async handle(ctx, { params }) {
      requirePermission(ctx, 'audit_log.list')
      return answerOk({ audit_log_export: presentExport(ctx, await getExport(ctx, params.id)) })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/deskhand/audit_logs/exports/:id/content',
    name: 'deskhand/audit_log_exports/content',
    summary: 'Download a CSV export of the audit log',
    scope: 'auditlogs',
    async handle(ctx, { params }) {
      requirePermission(ctx, 'audit_log.list')
      const content = await getExportContent(ctx, params.id)
      return { status: 200, body: (await unpackContent(content)).toString(), headers: csvHeaders(`audit_log_${params.id}.csv`) }
    },
  }),
]
