/** Scheduled work on one-time secrets: expiry of unopened ones, by the account's clock. */
import { type Context, eachInTransaction } from '#core/context.ts'
import { toDate } from '#lib/clock.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { lockBound } from './lock.ts'
import { accountsWithScheduledSecrets, findScheduledSecrets, findSharedSecret, type SharedSecretRow, updateSharedSecret } from './store.ts'
import { notifyExpired } from './notify.ts'

/** Destroys the values of expired secrets, each in a transaction of its own, and notifies their senders. */
export const scheduledSharedSecrets = {
  accountsDue: accountsWithScheduledSecrets,
  async act(ctx: Context): Promise<number> {
    return eachInTransaction(ctx, await findScheduledSecrets(ctx), async (tx, id) => {
      const seen = await findSharedSecret(tx, id)
      const row = seen === undefined ? undefined : await lockBound(tx, seen)
      if (row?.state === 'waiting' && toDate(row.expires_at) <= tx.now) await expireSecret(tx, row)
    })
  },
}

/** Expires a locked, waiting secret that is past its end. */
export async function expireSecret(tx: Context, row: SharedSecretRow): Promise<void> {
  await updateSharedSecret(tx, row.id, { state: 'expired' })
  await recordAudit(tx, {
    action: 'update',
    source_type: 'shared_secret',
    source_id: row.id,
    source_label: row.label,
    change_description: 'Expired unread',
    details: { expires_at: row.expires_at, access_request_id: row.access_request_id },
  })
  await notifyExpired(tx, row)
}
