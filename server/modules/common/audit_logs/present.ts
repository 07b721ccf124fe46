import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { AuditLog, WholeAuditLog } from './schema.ts'
import type { AuditLogRow, WholeAuditLogRow } from './store.ts'

const LABELS: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Updated',
  destroy: 'Deleted',
  login: 'Signed in',
  login_refused: 'Sign-in refused',
  exported: 'Exported',
}

/** An entry of the audit log as JSON. @source docs/reference/account.md §8 */
export function presentAuditLog(ctx: Context, row: AuditLogRow): AnswerOf<typeof AuditLog> {
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

/** An entry with members Zendesk does not have: details and position in the chain. @source docs/reference/access_governance.md §13 */
export function presentWholeAuditLog(ctx: Context, row: WholeAuditLogRow): AnswerOf<typeof WholeAuditLog> {
  const { position, previous_hash, hash, details } = row
  const hashes = { previous_hash: previous_hash?.toString('hex') ?? null, hash: hash?.toString('hex') ?? null }
  return { ...presentAuditLog(ctx, row), details, position, ...hashes }
}
