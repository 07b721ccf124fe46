// REQUESTS: tickets as their requesters see and write them. Whatever is written goes through tickets/change.ts.
// Not here: what agents see of tickets (tickets/); what was sent and waits (suspended_tickets/).
import { isStaff, requirePermission } from '../../access/permissions.ts'
import { type Context, inTransaction } from '../../context.ts'
import { refuseInvalid } from '../../errors.ts'
import { createTicket } from '../tickets/change.ts'
import type { TicketInput } from '../tickets/schema.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { askedOf, checkForm } from './asked.ts'
import { copiesOf } from './copies.ts'
import { getRequest, type RequestRow } from './list.ts'
import type { RequestInput } from './schema.ts'
import { asRequester } from './viewer.ts'

/** Makes a request of the caller's own. @throws Forbidden @throws RecordInvalid @source tickets.md §9 POST */
export async function createRequest(ctx: Context, input: RequestInput): Promise<RequestRow> {
  requirePermission(ctx, 'request.use')
  return inTransaction(ctx, async (tx) => {
    if (!isStaff(tx)) refuseInvalid(checkForm(await ticketSetup(tx), input))
    const { via_followup_source_id } = input
    const followed = via_followup_source_id === undefined ? {} : { via_followup_source_id }
    return fileRequest(tx, { ...askedOf(input), ...followed, email_ccs: await copiesOf(tx, input) })
  })
}

/** Writes a request of whoever acts. As a requester everybody writes in public. */
export async function fileRequest(tx: Context, asked: TicketInput): Promise<RequestRow> {
  const requester = { ...tx, actor: { ...tx.actor, only_private_comments: false } }
  const { ticket } = await createTicket(requester, { ...asked, requester_id: tx.actor.id }, { requested: true })
  return getRequest(await asRequester(tx), ticket.id)
}
