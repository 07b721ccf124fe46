/** Entries of the audit log about records of employee service. */
import type { Context } from '#core/context.ts'
import type { AuditEntry } from '#modules/common/audit_logs/record_store.ts'

/** What was done to a record; `before`: its name until now, of one that is changed. */
interface Change {
  readonly source_type: 'asset_type' | 'asset_location' | 'task_list_template'
  readonly action: 'create' | 'update' | 'destroy'
  readonly name: string
  readonly before?: string
}

/** The entry of an act. The audit log numbers its sources, and these records have ids of letters, so their entries are under the account. */
export function auditEntryOf({ account }: Context, { source_type, action, name, before = name }: Change): AuditEntry {
  const update = before === name ? 'Changed' : `Name changed from ${before} to ${name}`
  const change_description = { create: 'Created', update, destroy: 'Deleted' }[action]
  return { action, source_type, source_id: account.id, source_label: name, change_description }
}
