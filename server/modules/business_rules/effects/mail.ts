/** Mails of rules. */
import { findReachable } from '../../../auth/reachable.ts'
import type { Context } from '../../../context.ts'
import { sendMails } from '../../common/mails/send.ts'
import type { Audience } from '../../tickets/placeholders/load.ts'
import { endUserIds } from './store.ts'

/** What a notification is about. */
export interface Subject {
  readonly topic: 'ticket.notification' | 'custom_object_record.notification'
  /** Null for a record of a custom object. */
  readonly ticket_id: number | null
  /** A user who knows of it already, and gets no mail; null if there is none. */
  readonly left_out: number | null
  readonly render: (template: string, audience: Audience) => Promise<string>
}

/**
 * Mails a notification to each of these users who can be reached. An end user is never shown a private comment.
 * @source docs/reference/business_rules.md §5.1
 */
export async function mailPeople(
  tx: Context,
  { topic, ticket_id, left_out, render }: Subject,
  userIds: readonly number[],
  { subject, body }: { readonly subject: string; readonly body: string },
): Promise<void> {
  const wanted = [...new Set(userIds)].filter((id) => id !== left_out)
  if (wanted.length === 0) return
  const endUsers = new Set(await endUserIds(tx, wanted))
  const users = Map.groupBy(await findReachable(tx, wanted), ({ id }) => (endUsers.has(id) ? 'end-user' : 'agent'))
  for (const [audience, readers] of users) {
    const mail = { subject: await render(subject, audience), text: await render(body, audience), ticket_id, topic }
    await sendMails(
      tx,
      readers.map(({ id, email }) => ({ ...mail, user_id: id, to: email })),
    )
  }
}
