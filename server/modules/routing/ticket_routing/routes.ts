// ROUTING OF A TICKET: in which queue it waits, and why each agent can or cannot take it.
// Not here: giving it to an agent (queues/scheduled.ts).
import { answerOk, route } from '#http/route.ts'
import { OneTicketRouting } from './schema.ts'
import { showRouting } from './show.ts'

export const ticketRoutingRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/deskhand/tickets/:ticket_id/routing',
    name: 'ticket_routing/show',
    summary: 'Explain in which queue a ticket waits, and why each agent can or cannot take it',
    scope: '',
    answer: OneTicketRouting,
    handle: async (ctx, { params }) => answerOk({ ticket_routing: await showRouting(ctx, params.ticket_id) }),
  }),
]
