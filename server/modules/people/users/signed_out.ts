import type { Context } from '#core/context.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { getUser } from './store.ts'

/** Audits that another user's sessions were ended; signing out is not audited. */
export async function auditSessionsEnded(tx: Context, user: { readonly id: number; readonly name?: string }): Promise<void> {
  if (user.id === tx.actor.id) return
  await recordAudit(tx, {
    action: 'update',
    source_type: 'user',
    source_id: user.id,
    source_label: user.name ?? (await getUser(tx, user.id)).name,
    change_description: 'Signed out',
  })
}
