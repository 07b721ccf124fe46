import type { Context } from '#core/context.ts'
import { readInclude, listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerOk, route } from '#http/route.ts'
import { listQuery, Word } from '#http/shape.ts'
import Type from 'typebox'
import { ensureDefined } from '#lib/defined.ts'
import { changeSideConversation, createSideConversation, readTicket, replyTo } from './acts.ts'
import { presentConversations, urlOfSideConversation } from './present.ts'
import {
  ChangeBody,
  OneEvent,
  OneSideConversation,
  ReplyAnswer,
  ReplyBody,
  SideConversationBody,
  SomeEvents,
  SomeSideConversations,
} from './schema.ts'
import {
  getEvent,
  getSideConversation,
  IN_ORDER,
  listEvents,
  listSideConversations,
  newestEventsOf,
  type SideConversationRow,
} from './store.ts'

/** The most events that are side-loaded in all, the newest ones: each has its whole message. */
const MAX_EVENTS = 100

const all = '/api/v2/tickets/:ticket_id/side_conversations'
const one = '/api/v2/tickets/:ticket_id/side_conversations/:id'
const IncludeQuery = Type.Partial(Type.Object({ include: Word }))

/** Conversations as JSON, with their events if `include` asks for these. */
async function withEvents(ctx: Context, rows: readonly SideConversationRow[], include: string | undefined) {
  const isAsked = readInclude(include).has('events')
  const events = isAsked
    ? await newestEventsOf(
        ctx,
        rows.map(({ id }) => id),
        MAX_EVENTS,
      )
    : []
  const shown = await presentConversations(ctx, rows, events)
  return { side_conversations: shown.side_conversations, beside: isAsked ? { events: shown.events } : {} }
}

async function presentOne(ctx: Context, row: SideConversationRow, include?: string) {
  const { side_conversations, beside } = await withEvents(ctx, [row], include)
  return { side_conversation: ensureDefined(side_conversations[0]), ...beside }
}

/** @source docs/reference/other.md §16 */
export const sideConversationRoutes = [
  route({
    method: 'GET',
    path: all,
    name: 'side_conversations/index',
    summary: "List a ticket's side conversations",
    scope: 'tickets',
    query: listQuery({}),
    answer: SomeSideConversations,
    async handle(ctx, { params, query, address }) {
      await readTicket(ctx, params.ticket_id)
      const page = await listSideConversations(ctx, params.ticket_id, readPaging(query, IN_ORDER, 'side_conversations/index'))
      const { side_conversations, beside } = await withEvents(ctx, page.rows, query.include)
      return answerOk(listEnvelope(address, 'side_conversations', page, side_conversations, beside))
    },
  }),
  route({
    method: 'POST',
    path: all,
    name: 'side_conversations/create',
    summary: 'Begin a side conversation',
    scope: 'tickets',
    body: SideConversationBody,
    answer: OneSideConversation,
    async handle(ctx, { params, body }) {
      const row = await createSideConversation(ctx, params.ticket_id, body)
      return answerNewRecord(await presentOne(ctx, row), urlOfSideConversation(ctx, row))
    },
  }),
  route({
    method: 'GET',
    path: one,
    text_params: ['id'],
    name: 'side_conversations/show',
    summary: 'Show a side conversation',
    scope: 'tickets',
    query: IncludeQuery,
    answer: OneSideConversation,
    async handle(ctx, { params, query }) {
      await readTicket(ctx, params.ticket_id)
      return answerOk(await presentOne(ctx, await getSideConversation(ctx, params.ticket_id, params.id), query.include))
    },
  }),
  route({
    method: 'PUT',
    path: one,
    text_params: ['id'],
    name: 'side_conversations/update',
    summary: 'Change subject and state of a side conversation',
    scope: 'tickets',
    body: ChangeBody,
    answer: OneSideConversation,
    async handle(ctx, { params, body }) {
      return answerOk(await presentOne(ctx, await changeSideConversation(ctx, params.ticket_id, params.id, body.side_conversation)))
    },
  }),
  route({
    method: 'POST',
    path: `${one}/reply`,
    text_params: ['id'],
    name: 'side_conversations/reply',
    summary: 'Reply to a side conversation',
    scope: 'tickets',
    body: ReplyBody,
    answer: ReplyAnswer,
    async handle(ctx, { params, body }) {
      const { row, event } = await replyTo(ctx, params.ticket_id, params.id, body.message)
      const { side_conversations, events } = await presentConversations(ctx, [row], [event])
      const shown = { event: ensureDefined(events[0]), side_conversation: ensureDefined(side_conversations[0]) }
      return answerNewRecord(shown, shown.event.url)
    },
  }),
  route({
    method: 'GET',
    path: `${one}/events`,
    text_params: ['id'],
    name: 'side_conversations/events',
    summary: 'List the events of a side conversation',
    scope: 'tickets',
    query: listQuery({}),
    answer: SomeEvents,
    async handle(ctx, { params, query, address }) {
      await readTicket(ctx, params.ticket_id)
      const row = await getSideConversation(ctx, params.ticket_id, params.id)
      const page = await listEvents(ctx, row.id, readPaging(query, IN_ORDER, 'side_conversations/events'))
      const { events, side_conversations } = await presentConversations(ctx, [row], page.rows)
      return answerOk(
        listEnvelope(address, 'events', page, events, readInclude(query.include).has('side_conversations') ? { side_conversations } : {}),
      )
    },
  }),
  route({
    method: 'GET',
    path: `${one}/events/:event_id`,
    text_params: ['id', 'event_id'],
    name: 'side_conversations/event',
    summary: 'Show an event of a side conversation',
    scope: 'tickets',
    answer: OneEvent,
    async handle(ctx, { params }) {
      await readTicket(ctx, params.ticket_id)
      const row = await getSideConversation(ctx, params.ticket_id, params.id)
      const { events } = await presentConversations(ctx, [row], [await getEvent(ctx, row.id, params.event_id)])
      return answerOk({ event: ensureDefined(events[0]) })
    },
  }),
]
