/** The act that starts a CSV export of the audit log. */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { enqueue } from '#queue/enqueue.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import type { AuditLogFilter } from '../audit_logs/store.ts'
import { type AuditLogExportRow, insertExport } from './store.ts'

/** Queues an export of the entries that pass the filter. @throws Forbidden for anyone but administrators @source docs/reference/account.md §8.1 */
export async function startExport(ctx: Context, filter: AuditLogFilter): Promise<AuditLogExportRow> {
  requirePermission(ctx, 'audit_log.list')
  return inTransaction(ctx, async (tx) => {
    const row = await insertExport(tx, filter)
    await recordAudit(tx, {
      action: 'exported',
      source_type: 'audit_log',
      source_id: ctx.account.id,
      source_label: 'Audit log',
      change_description: Object.keys(filter).length === 0 ? 'Exported as a table' : 'Exported as a table, filtered',
      details: { audit_log_export_id: row.id, filter },
    })
    await enqueue(tx, 'export_audit_log', { id: row.id })
    return row
  })
}
