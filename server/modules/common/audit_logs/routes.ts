import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { AuditLogQuery, readFilter, withSort } from './filter.ts'
import { presentAuditLog } from './present.ts'
import { AuditLog } from './schema.ts'
import { getAuditLog, listAuditLogs, sortingFor } from './store.ts'

/** The log is read-only. @source docs/reference/account.md §8 */
export const auditLogRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/audit_logs',
    name: 'audit_logs/index',
    summary: 'List audit logs',
    scope: 'auditlogs',
    query: AuditLogQuery,
    answer: Type.Object({ audit_logs: Type.Array(AuditLog) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'audit_log.list')
      const filter = readFilter(query)
      const page = await listAuditLogs(ctx, filter, readPaging(withSort(query), sortingFor(filter), 'audit_logs/index'))
      return answerOk(
        listEnvelope(
          address,
          'audit_logs',
          page,
          page.rows.map((row) => presentAuditLog(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/audit_logs/:id',
    name: 'audit_logs/show',
    summary: 'Show an audit log',
    scope: 'auditlogs',
    answer: Type.Object({ audit_log: AuditLog }),
    async handle(ctx, { params }) {
      requirePermission(ctx, 'audit_log.list')
      return answerOk({ audit_log: presentAuditLog(ctx, await getAuditLog(ctx, params.id)) })
    },
  }),
]
