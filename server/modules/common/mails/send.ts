// OUTGOING MAIL: acts write mails here, a job delivers them, administrators see the result of each in the outbox.
// Not here: SMTP (server/mail/), and the contents of mails (templates/).
import { randomBytes } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { enqueue, enqueueAll } from '#queue/enqueue.ts'
import { base62Bytes } from '#lib/base62.ts'
import { ensureDefined } from '#lib/defined.ts'
import { oneLine } from '#lib/mail_text.ts'
import { insertMails, type MailState, type NewMail } from './store.ts'
import { isEmailAddress } from '#lib/text_forms.ts'

/**
 * The contents and recipient of a mail, and the ticket and comment it is about, if any. `topic` is a dotted word such as
 * `access_request.approved`. A mail must not contain a secret; a link to a page is fine, with its proof after the #: see proofs.ts.
 */
export interface OutgoingMail {
  readonly user_id?: number | null
  readonly ticket_id?: number | null
  readonly comment_id?: number | null
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same as safe HTML, where it has a layout of its own; without it the mail is laid out from its text. */
  readonly html?: string
  readonly topic: string
}

/** The queue increases the delay between attempts: some ten hours in all. */
const ATTEMPTS = 11
/** The most mails that one statement writes: a trigger may mail all agents of many tickets. */
const MAX_AT_ONCE = 1000

/**
 * Writes a mail and queues its delivery, both in the transaction of `tx`: it is sent only when that is committed. Without a mail server it
 * is kept in the outbox. @returns the id of the mail
 */
export async function sendMail(tx: Context, mail: OutgoingMail): Promise<number> {
  return ensureDefined((await sendMails(tx, [mail]))[0])
}

/**
 * As {@link sendMail}, for many: one statement writes a thousand of them, one queues their deliveries.
 * @returns their ids, in their order
 */
export async function sendMails(tx: Context, mails: readonly OutgoingMail[]): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < mails.length; at += MAX_AT_ONCE) ids.push(...(await sendPart(tx, mails.slice(at, at + MAX_AT_ONCE))))
  return ids
}

async function sendPart(tx: Context, mails: readonly OutgoingMail[]): Promise<number[]> {
  const written = await insertMails(
    tx,
    mails.map((mail) => newMail(tx, mail)),
  )
  const queued = written.filter(({ state }) => state === 'queued').map(({ id }) => ({ payload: { mail_id: id } }))
  await enqueueAll(tx, 'deliver_mail', queued, { max_attempts: ATTEMPTS })
  return written.map(({ id }) => id)
}

function newMail(ctx: Context, mail: OutgoingMail): NewMail {
  const to_address = mail.to.trim()
  const fine = isEmailAddress(to_address)
  return {
    user_id: mail.user_id ?? null,
    ticket_id: mail.ticket_id ?? null,
    comment_id: mail.comment_id ?? null,
    topic: mail.topic,
    to_address: oneLine(to_address),
    subject: oneLine(mail.subject),
    body: mail.text,
    html: mail.html ?? null,
    message_id: newMessageId(ctx),
    state: fine ? getOpeningState(ctx) : 'failed',
    error: fine ? null : 'The address is no e-mail address',
  }
}

/** The first state of a mail: `kept` without a mail server. */
export function getOpeningState(ctx: Context): MailState {
  return ctx.services.mailer === null ? 'kept' : 'queued'
}

/** A unique Message-ID. @source RFC 5322 §3.6.4 */
export function newMessageId(ctx: Context): string {
  return `<${base62Bytes(randomBytes(18))}@${ctx.services.mailer?.domain ?? 'localhost'}>`
}

/** Queues the delivery of a queued mail. */
export function enqueueDelivery(tx: Context, mail_id: number): Promise<void> {
  return enqueue(tx, 'deliver_mail', { mail_id }, ATTEMPTS)
}
