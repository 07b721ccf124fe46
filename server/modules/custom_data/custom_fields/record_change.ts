/** Audits the acts on fields. */
import type { Context } from '#core/context.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'

type Field = Readonly<Record<'type' | 'title', string>> & { readonly id: number }

/** Records what was done to a field, and invalidates what processes cache of the fields. `source_type`: what the field belongs to. */
export function recordFieldChange(tx: Context, source_type: string, field: Field, action: 'create' | 'update' | 'destroy'): Promise<void> {
  const change_description = { create: `Created as ${field.type}`, update: 'Changed', destroy: 'Deleted' }[action]
  return recordConfigurationChange(tx, { action, source_type, source_id: field.id, source_label: field.title, change_description })
}
