// SATISFACTION: the ratings that requesters give for the work on their tickets.
// Not here: requesting ratings, which automations do.
import { ensureDefined } from '#lib/defined.ts'
import { isStaff } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, NotFound, refuseInvalid } from '#core/errors.ts'
import { reasonByCode } from '#lib/satisfaction_reasons.ts'
import { changeTicket } from '../tickets/change.ts'
import { getTicket } from '../tickets/store.ts'
import { checkRating, reasonOf } from './check.ts'
import type { RatingInput } from './schema.ts'
import { getRating, type RatingRow, saveRating } from './store.ts'

/**
 * Rates a ticket as its requester, or replaces the rating. The ticket contains the rating, and an audit records it.
 * @throws Forbidden for any other user, and if ratings are disabled @throws NotFound also for a ticket without public comments
 * @throws RecordInvalid
 * @source docs/reference/tickets.md §10, §10.1
 */
export async function rateTicket(ctx: Context, ticketId: number, input: RatingInput): Promise<RatingRow> {
  if (!ctx.account.settings.satisfaction.enabled) throw new Forbidden()
  return inTransaction(ctx, async (tx) => {
    const ticket = await getTicket(tx, ticketId)
    if (!isStaff(tx) && !ticket.is_public) throw new NotFound()
    if (ticket.requester_id !== tx.actor.id) throw new Forbidden()
    refuseInvalid(checkRating(ticket, input))
    const { assignee_id, group_id } = ticket
    const score = ensureDefined(input.score)
    const comment = input.comment?.trim() || null
    const { reason_code, value, id: reason_id } = ensureDefined((score === 'bad' ? reasonOf(input) : undefined) ?? reasonByCode(0))
    const id = await saveRating(tx, { ticket_id: ticketId, assignee_id, group_id, score, comment, reason_code })
    const rating = { id, score, comment, reason: value, reason_id }
    await changeTicket(tx, ticketId, {}, { follows: true, rating })
    return getRating(tx, id)
  })
}
