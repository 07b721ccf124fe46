/** The mails of side conversations. Their text is what people and rules have written. */
import { findReachable } from '#auth/reachable.ts'
import type { Context } from '#core/context.ts'
import { sendMails } from '#modules/common/mails/send.ts'
import type { Draft } from './message.ts'

/** Mails a message to those of its recipients who have an address, each once. */
export async function mailMessage(tx: Context, ticket_id: number, { subject, content, to }: Draft): Promise<void> {
  const users = await findReachable(
    tx,
    to.flatMap(({ user_id }) => user_id ?? []),
  )
  const addresses = new Map<string, { to: string; user_id: number | null }>()
  for (const { id, email } of users) addresses.set(email.toLowerCase(), { to: email, user_id: id })
  for (const { email } of to) {
    if (email !== undefined && !addresses.has(email.toLowerCase())) addresses.set(email.toLowerCase(), { to: email, user_id: null })
  }
  const mail = { topic: 'ticket.side_conversation', ticket_id, subject, text: content.plain_body, html: content.html_body }
  await sendMails(
    tx,
    [...addresses.values()].map((one) => ({ ...mail, ...one })),
  )
}
