// TICKETS FROM EXTERNAL CHANNELS: those that a telephone system creates.
// Not here: telephony itself, and tickets (tickets/).
import type { Context } from '../../../context.ts'
import { type Details, refuseInvalid } from '../../../errors.ts'
import { created, route } from '../../../http/route.ts'
import { createTicket } from '../tickets/create.ts'
import { presentTicket } from '../tickets/present.ts'
import { OneTicket, TicketBody, type TicketInput } from '../tickets/schema.ts'
import { ticketSetup } from '../tickets/setup_store.ts'

const VOICEMAIL = 44
/** The accepted `via_id`s: voicemail, inbound call, outbound call. @source docs/reference/other.md §10 */
const KINDS = [VOICEMAIL, 45, 46]

function problems({ via_id, voice_comment }: TicketInput): Details {
  if (!KINDS.includes(via_id ?? 0)) return { via_id: [{ description: 'Via: must be 44, 45 or 46', error: 'InvalidValue' }] }
  return via_id === VOICEMAIL && voice_comment === undefined
    ? { voice_comment: [{ description: 'Voice comment: cannot be blank', error: 'BlankValue' }] }
    : {}
}

/** Creates the ticket of a call. @throws Forbidden @throws RecordInvalid */
async function ticketOfCall(ctx: Context, input: TicketInput) {
  refuseInvalid(problems(input))
  const { ticket } = await createTicket(ctx, input)
  return presentTicket(ctx, ticket, await ticketSetup(ctx))
}

/** @source docs/reference/other.md §10 */
export const voiceRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/channels/voice/tickets',
    name: 'channels/voice/tickets/create',
    summary: 'Create the ticket of a telephone call or a voicemail',
    scope: 'tickets',
    body: TicketBody,
    answer: OneTicket,
    async handle(ctx, { body }) {
      const ticket = await ticketOfCall(ctx, body.ticket)
      return created({ ticket }, ticket.url)
    },
  }),
]
