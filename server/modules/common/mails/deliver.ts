/** The job that delivers one mail. */
import { baseUrlOf } from '#accounts/address.ts'
import type { Context } from '#core/context.ts'
import type { JobRun } from '#queue/enqueue.ts'
import { addSeconds, machineNow } from '#lib/clock.ts'
import { sanitizeForMail } from '#markup/sanitize.ts'
import { claimMail, findMail, type MailRow, recordDelivery } from './store.ts'
import { documentOf, htmlOf } from './templates/layout.ts'

/** Longer than one delivery may take, and shorter than all attempts together. */
const CLAIM_SECONDS = 120

/**
 * Delivers a mail, unless it has been delivered already or is no longer there. May run more than once, also at the same time.
 * @throws Error when the mail server could not be reached or put the mail off, so that the queue tries again; at the last attempt
 * the mail has failed and nothing is thrown
 */
export async function deliverMail(ctx: Context, { mail_id }: { mail_id: number }, run: JobRun): Promise<void> {
  const { mailer } = ctx.services
  const now = machineNow()
  const mail = await claimMail(ctx, mail_id, now, addSeconds(now, CLAIM_SECONDS))
  if (mail === undefined) {
    if ((await findMail(ctx, mail_id))?.state === 'queued') throw new Error('Another delivery of this mail is under way')
    return
  }
  if (mailer === null) return recordDelivery(ctx, mail, 'kept', null) // the operator has removed the mail server from the configuration
  const delivery = await mailer.deliver({
    from_name: ctx.account.name,
    to: mail.to_address,
    subject: mail.subject,
    text: mail.body,
    html: htmlOfMail(mail, baseUrlOf(ctx.account, ctx.services.config)),
    message_id: mail.message_id,
  })
  if (delivery.state === 'sent') return recordDelivery(ctx, mail, 'sent', null)
  // the reply of a mail server may contain an address: the queue stores the message, the log has the cause, the outbox shows it to
  // administrators
  const failure = new Error('The mail could not be delivered yet', { cause: new Error(delivery.error) })
  const over = delivery.state === 'refused' || run.isFinal(failure)
  await recordDelivery(ctx, mail, over ? 'failed' : 'queued', delivery.error)
  if (!over) throw failure
}

/** The HTML alternative of a mail. One that has no HTML of its own, or too much of it, is laid out from its text. */
function htmlOfMail({ subject, body, html }: MailRow, base_url: string): string {
  const safe = html === null ? undefined : sanitizeForMail(html, base_url)
  return safe === undefined ? htmlOf({ subject, text: body }, base_url) : documentOf(subject, safe)
}
