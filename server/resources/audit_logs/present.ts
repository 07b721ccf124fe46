import type { Context } from '../../context.ts'
import { urlOf } from '../../http/envelope.ts'
import { wireTime } from '../../lib/clock.ts'
import type { AuditLogRow } from './store.ts'

const LABELS: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Updated',
  destroy: 'Deleted',
  login: 'Signed in',
  exported: 'Exported',
}

/** An entry of the audit log as the wire shows it. @source other.md §7 */
export function presentAuditLog(ctx: Context, row: AuditLogRow): Record<string, unknown> {
  return {
    url: urlOf(ctx.caller.base_url, `audit_logs/${row.id}`),
    id: row.id,
    action: row.action,
    action_label: LABELS[row.action] ?? row.action,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    source_id: row.source_id,
    source_type: row.source_type,
    source_label: row.source_label,
    change_description: row.change_description,
    ip_address: row.ip_address,
    created_at: wireTime(row.created_at),
  }
}
