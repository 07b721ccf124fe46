/** Mails of rules. */
import { findReachable } from '../../../auth/reachable.ts'
import type { Context } from '../../../context.ts'
import { sendMail } from '../../common/mails/send.ts'
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
  const texts = new Map<string, { readonly subject: string; readonly text: string }>()
  for (const { id, email } of await findReachable(tx, wanted)) {
    const audience = endUsers.has(id) ? 'end-user' : 'agent'
    const render = (template: string) => renderPlaceholders(tx, ticket.id, template, { mode: 'text', audience, current_user_id })
    const rendered = texts.get(audience) ?? { subject: await render(subject), text: await render(body) }
    texts.set(audience, rendered)
    await sendMail(tx, { ...rendered, user_id: id, ticket_id: ticket.id, to: email, topic: 'ticket.notification' })
  }
}
