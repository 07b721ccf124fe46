import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { orNotFound } from '#core/errors.ts'
import { type AnyRoute, answerOk, route } from '#http/route.ts'
import { Word } from '#http/shape.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { findByConversation } from './list.ts'
import { startMerge } from './merge.ts'
import { presentTicket } from './present.ts'
import { getTicketRelated } from './related.ts'
import { MergeInput, OneTicket, TicketRelated } from './schema.ts'
import { ticketSetup } from './setup_store.ts'
import { markAsSpam, startSpam } from './spam.ts'
import { getTicket } from './store.ts'

/** Further operations on tickets: merging, marking as spam, looking up. @source docs/reference/tickets.md §1.2 */
export const ticketLifeRoutes: AnyRoute[] = [
  route({
    method: 'POST',
    path: '/api/v2/tickets/:id/merge',
    name: 'tickets/merge',
    summary: 'Merge tickets into a ticket',
    scope: 'tickets',
    body: MergeInput,
    answer: OneJobStatus,
    handle: async (ctx, { params, body }) => answerOk(await startMerge(ctx, params.id, body)),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/tickets/:id/mark_as_spam',
    name: 'tickets/mark_as_spam',
    summary: 'Mark a ticket as spam and suspend its requester',
    scope: 'tickets',
    async handle(ctx, { params }) {
      await markAsSpam(ctx, params.id)
      return { status: 200 }
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/tickets/mark_many_as_spam',
    name: 'tickets/mark_many_as_spam',
    summary: 'Mark many tickets as spam',
    scope: 'tickets',
    query: Type.Partial(Type.Object({ ids: Word })),
    answer: OneJobStatus,
    handle: async (ctx, { query }) => answerOk(await startSpam(ctx, query.ids)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/:id/related',
    name: 'tickets/related',
    summary: 'Show the counts of records related to a ticket',
    scope: 'tickets',
    answer: Type.Object({ ticket_related: TicketRelated }),
    handle: async (ctx, { params }) => answerOk({ ticket_related: await getTicketRelated(ctx, params.id) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/messaging/conversations/:conversation_id/ticket',
    text_params: ['conversation_id'],
    name: 'tickets/show_by_conversation',
    summary: 'Show the ticket of a messaging conversation',
    scope: 'tickets',
    answer: OneTicket,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'ticket.list')
      const id = orNotFound(await findByConversation(ctx, params.conversation_id))
      return answerOk({ ticket: presentTicket(ctx, await getTicket(ctx, id), await ticketSetup(ctx)) })
    },
  }),
]
