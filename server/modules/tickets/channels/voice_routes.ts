// WHAT A TELEPHONE SYSTEM DOES: it creates tickets of calls, and opens pages in the browser of the agent who takes one.
// Not here: telephony itself, and tickets (tickets/).
import Type from 'typebox'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { type AnswerOf, answerNewRecord, answerOk, route } from '#http/route.ts'
import { Id } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import { createTicket } from '../tickets/create.ts'
import { presentTicket } from '../tickets/present.ts'
import { OneTicket, TicketBody, type TicketInput } from '../tickets/schema.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { offerRecord, type OwnDisplay, readOwnDisplay, requestDisplay } from './display.ts'
import { DisplayAnswer } from './schema.ts'

const TicketOfCallBody = Type.Object({ ...TicketBody.properties, display_to_agent: Type.Optional(Id) })

const VOICEMAIL = 44
/** The accepted `via_id`s: voicemail, inbound call, outbound call. @source docs/reference/other.md §10 */
const KINDS = [VOICEMAIL, 45, 46]

function checkTicketOfCall({ via_id, voice_comment }: TicketInput): Details {
  if (!KINDS.includes(via_id ?? 0)) return { via_id: [{ description: 'Via: must be 44, 45 or 46', error: 'InvalidValue' }] }
  return via_id === VOICEMAIL && voice_comment === undefined ? { voice_comment: [makeBlankProblem('Voice comment')] } : {}
}

/**
 * Creates the ticket of a call, and asks `agentId`, if given, to open it.
 * @throws Forbidden @throws RecordInvalid @throws NotFound for a user who is no agent
 */
async function createTicketOfCall(ctx: Context, input: TicketInput, agentId: number | null | undefined) {
  refuseInvalid(checkTicketOfCall(input))
  return inTransaction(ctx, async (tx) => {
    const { ticket } = await createTicket(tx, input)
    if (typeof agentId === 'number') await offerRecord(tx, agentId, { kind: 'ticket', record_id: ticket.id })
    return presentTicket(tx, ticket, await ticketSetup(tx))
  })
}

function presentDisplay({ display, is_in_use }: OwnDisplay): AnswerOf<typeof DisplayAnswer> {
  if (display === null) return { display, is_in_use }
  const { kind, record_id, title, requested_at } = display
  return { display: { kind, record_id, title, requested_at: wireTime(requested_at) }, is_in_use }
}

/** @source docs/reference/other.md §10 */
export const voiceRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/channels/voice/tickets',
    name: 'channels/voice/tickets/create',
    summary: 'Create the ticket of a telephone call or a voicemail',
    scope: 'tickets',
    body: TicketOfCallBody,
    answer: OneTicket,
    async handle(ctx, { body }) {
      const ticket = await createTicketOfCall(ctx, body.ticket, body.display_to_agent)
      return answerNewRecord({ ticket }, ticket.url)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/channels/voice/agents/:agent_id/tickets/:ticket_id/display',
    name: 'channels/voice/tickets/display',
    summary: 'Ask an agent to open a ticket',
    scope: 'tickets',
    async handle(ctx, { params }) {
      await requestDisplay(ctx, params.agent_id, { kind: 'ticket', record_id: params.ticket_id })
      return { status: 200 }
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/channels/voice/agents/:agent_id/users/:user_id/display',
    name: 'channels/voice/users/display',
    summary: 'Ask an agent to open the profile of a user',
    scope: 'users',
    async handle(ctx, { params }) {
      await requestDisplay(ctx, params.agent_id, { kind: 'user', record_id: params.user_id })
      return { status: 200 }
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/deskhand/display',
    name: 'channels/voice/display',
    summary: 'Show what the caller is asked to open',
    scope: '',
    answer: DisplayAnswer,
    handle: async (ctx) => answerOk(presentDisplay(await readOwnDisplay(ctx))),
  }),
]
