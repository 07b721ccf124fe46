// REQUESTS: tickets as their requesters see and write them. They are written by tickets/create.ts and tickets/change.ts.
// Not here: what agents see of tickets (tickets/); suspended requests (suspended_tickets/).
import { isStaff } from '#permissions/permissions.ts'
import { asRequester, asViewer } from '#permissions/requester.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { retryOnDuplicate } from '#http/unique_values.ts'
import { createTicket } from '../tickets/create.ts'
import type { TicketInput } from '../tickets/schema.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { ticketInputOf, checkForm } from './ticket_input.ts'
import { copiesOf } from './copies.ts'
import { findRequest, getRequest, type RequestRow } from './list.ts'
import type { RequestInput } from './schema.ts'

/** Creates a request of the caller. @throws Forbidden @throws RecordInvalid @source docs/reference/tickets.md §9.2 */
export async function createRequest(ctx: Context, input: RequestInput): Promise<RequestRow> {
  const file = async (tx: Context): Promise<RequestRow> => {
    if (!isStaff(tx)) refuseInvalid(checkForm(await ticketSetup(tx), input))
    const followed = await followedBy(tx, input)
    const email_ccs = await copiesOf(tx, input)
    const id = await fileRequest(tx, { ...ticketInputOf(input), ...followed, email_ccs })
    return getRequest(await asRequester(tx), id)
  }
  return retryOnDuplicate(ctx, ['email'], () => inTransaction(ctx, file))
}

/**
 * The ticket to follow up. End users must see it as a request: a follow-up would reveal the subject of a ticket without public comments.
 */
async function followedBy(tx: Context, { via_followup_source_id: id }: RequestInput): Promise<Pick<TicketInput, 'via_followup_source_id'>> {
  if (id === undefined || id === null) return {}
  const isSeen = isStaff(tx) || (await findRequest(await asViewer(tx), id)) !== undefined
  return isSeen ? { via_followup_source_id: id } : {}
}

/** Creates a ticket whose requester is the actor; returns its id. Requesters always comment publicly. */
export async function fileRequest(tx: Context, asked: TicketInput): Promise<number> {
  const requester = { ...tx, actor: { ...tx.actor, only_private_comments: false } }
  return (await createTicket(requester, { ...asked, requester_id: tx.actor.id }, { requested: true })).ticket.id
}
