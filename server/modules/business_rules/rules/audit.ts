import type { Context } from '#core/context.ts'
import { type AuditEntry, recordAudit } from '#modules/common/audit_logs/record_store.ts'

/** Records a change of a rule in the audit log. `kind` begins its label: `Automation: Close solved tickets`. */
export function auditRule(
  ctx: Context,
  kind: string,
  action: AuditEntry['action'],
  { id, title }: { readonly id: number; readonly title: string },
  change_description: string,
): Promise<void> {
  return recordAudit(ctx, { action, source_type: 'rule', source_id: id, source_label: `${kind}: ${title}`, change_description })
}
