/** Makes a public comment private, for good. @source docs/reference/tickets.md §2.2 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { insertAudit } from '../ticket_audits/store.ts'
import { publishEventsOfTicket } from '../tickets/publishing.ts'
import { getTicket, touchTicket } from '../tickets/store.ts'
import { nameComment } from '../tickets/event_values.ts'
import { getComment, hideComment } from './store.ts'

/** @throws Forbidden @throws NotFound */
export async function makeCommentPrivate(ctx: Context, ticketId: number, id: number): Promise<void> {
  requirePermission(ctx, 'ticket.update')
  await getTicket(ctx, ticketId)
  await getComment(ctx, ticketId, id)
  await inTransaction(ctx, async (tx) => {
    if (!(await hideComment(tx, ticketId, id))) return
    await touchTicket(tx, ticketId)
    await insertAudit(tx, ticketId, [{ type: 'CommentPrivacyChange', comment_id: id, public: false }])
    await publishEventsOfTicket(tx, ticketId, [{ type: 'ticket.comment_made_private', event: nameComment(id) }])
  })
}
