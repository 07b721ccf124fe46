/** The act of showing a mail with the link in it, where there is no mail server to deliver it. */
import { requireSession } from '#auth/in_person.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, refuseInvalid } from '#core/errors.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { hasProof } from './proofs.ts'
import { lockMail, type MailRow } from './store.ts'

/**
 * A mail as it was written. Anyone who follows its link acts as its addressee, so each time it is shown is recorded in the audit log.
 * @throws Forbidden for anyone but administrators signed in to a session, and for mails to the account owner, for anyone but the owner
 * @throws NotFound
 * @throws RecordInvalid for a mail that was sent or is queued
 */
export async function revealMail(ctx: Context, id: number): Promise<MailRow> {
  requirePermission(ctx, 'mail.manage')
  requireSession(ctx)
  return inTransaction(ctx, async (tx) => {
    const row = await lockMail(tx, id)
    if (row.user_id === tx.account.owner_id && !tx.actor.is_owner)
      throw new Forbidden('Mails to the account owner are shown to the owner only.')
    if (row.state !== 'kept')
      refuseInvalid({
        base: [
          { description: 'This mail was sent or is queued: links are shown only when there is no mail server', error: 'InvalidValue' },
        ],
      })
    if (hasProof(row.body))
      await recordAudit(tx, {
        action: 'exported',
        source_type: 'mail',
        source_id: id,
        source_label: row.subject,
        change_description: `Shown with the link that was written to ${row.to_address}`,
        details: { topic: row.topic, user_id: row.user_id },
      })
    return row
  })
}
