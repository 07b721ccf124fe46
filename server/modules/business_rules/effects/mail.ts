/** Mails of rules. */
import { findReachable } from '../../../auth/reachable.ts'
import type { Context } from '../../../context.ts'
import { sendMails } from '../../common/mails/send.ts'
import { renderPlaceholders } from '../../tickets/placeholders/render.ts'
import type { TicketRow } from '../../tickets/tickets/row.ts'
import { endUserIds } from './store.ts'

interface Notified {
  readonly ticket: TicketRow
  readonly author_id: number
  readonly isNew: boolean
}

/**
 * Mails a notification to each of these users who can be reached; not to the author of the update, who knows of it, unless they have just
 * created the ticket. An end user is never shown a private comment.
 * @source docs/reference/business_rules.md §5.1
 */
export async function mailPeople(
  tx: Context,
  { ticket, author_id, isNew }: Notified,
  userIds: readonly number[],
  { subject, body }: { readonly subject: string; readonly body: string },
): Promise<void> {
  const wanted = [...new Set(userIds)].filter((id) => id !== author_id || isNew)
  if (wanted.length === 0) return
  const endUsers = new Set(await endUserIds(tx, wanted))
  const current_user_id = author_id > 0 ? author_id : null
  const users = Map.groupBy(await findReachable(tx, wanted), ({ id }) => (endUsers.has(id) ? 'end-user' : 'agent'))
  for (const [audience, readers] of users) {
    const render = (template: string) => renderPlaceholders(tx, ticket.id, template, { mode: 'text', audience, current_user_id })
    const mail = { subject: await render(subject), text: await render(body), ticket_id: ticket.id, topic: 'ticket.notification' }
    await sendMails(
      tx,
      readers.map(({ id, email }) => ({ ...mail, user_id: id, to: email })),
    )
  }
}
