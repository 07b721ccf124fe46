/** The act of sending a mail again. */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { enqueueDelivery, newMessageId, getOpeningState } from './send.ts'
import { lockMail, type MailRow, restartMail } from './store.ts'

/**
 * Sends a mail again, as a new message. A mail that waits for its next attempt is tried at once.
 * @throws Forbidden for anyone but administrators
 * @throws NotFound
 * @throws RecordInvalid where there is no mail server
 */
export async function redeliverMail(ctx: Context, id: number): Promise<MailRow> {
  requirePermission(ctx, 'mail.manage')
  return inTransaction(ctx, async (tx) => {
    const before = await lockMail(tx, id)
    if (getOpeningState(tx) === 'kept')
      refuseInvalid({ base: [{ description: 'There is no mail server: set SMTP_URL and start the server again', error: 'InvalidValue' }] })
    const row = before.state === 'queued' ? before : await restartMail(tx, id, 'queued', newMessageId(tx))
    await enqueueDelivery(tx, id)
    await recordAudit(tx, {
      action: 'update',
      source_type: 'mail',
      source_id: id,
      source_label: before.subject,
      change_description: `Sent again to ${before.to_address}`,
      details: { topic: before.topic, state_before: before.state },
    })
    return row
  })
}
