import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { text, textOrNull, whole } from '#http/answer_shape.ts'
import { urlOf } from '#http/envelope.ts'
import { type AnswerOf, answerNewRecord, answerOk, route } from '#http/route.ts'
import { defineInput, Text, Word, wrapInKey } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import { createPin, listPins, removePin } from './acts.ts'
import type { PinRow } from './store.ts'

/** All ids are strings here. @source docs/reference/tickets.md §12.2 */
const Pin = Type.Object({
  account_id: text,
  content_id: text,
  content_type: text,
  created_at: text,
  id: text,
  locale: textOrNull,
  ticket_id: text,
  url: text,
})

const present = (ctx: Context, row: PinRow): AnswerOf<typeof Pin> => ({
  account_id: String(ctx.account.id),
  content_id: row.content_id,
  content_type: row.content_type,
  created_at: wireTime(row.created_at),
  id: row.id,
  locale: row.locale,
  ticket_id: String(row.ticket_id),
  url: urlOf(ctx.caller.base_url, `ticket_content_pins/${row.id}`),
})

/** @source docs/reference/tickets.md §12.2 */
export const ticketContentPinRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/ticket_content_pins',
    name: 'ticket_content_pins/index',
    summary: 'List the content pinned to a ticket',
    scope: 'tickets',
    query: Type.Partial(Type.Object({ ticket_id: Word })),
    answer: Type.Object({ count: whole, ticket_content_pins: Type.Array(Pin) }),
    async handle(ctx, { query }) {
      const rows = await listPins(ctx, query.ticket_id)
      return answerOk({ count: rows.length, ticket_content_pins: rows.map((row) => present(ctx, row)) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/ticket_content_pins',
    name: 'ticket_content_pins/create',
    summary: 'Pin content to a ticket',
    scope: 'tickets',
    body: wrapInKey('ticket_content_pin', defineInput({ ticket_id: Text, content_id: Text, content_type: Text, locale: Text })),
    answer: Pin,
    async handle(ctx, { body }) {
      const pin = present(ctx, await createPin(ctx, body.ticket_content_pin))
      return answerNewRecord(pin, pin.url)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/ticket_content_pins/:id',
    text_params: ['id'],
    name: 'ticket_content_pins/destroy',
    summary: 'Unpin content from a ticket',
    scope: 'tickets',
    answer: Pin,
    handle: async (ctx, { params }) => answerOk(present(ctx, await removePin(ctx, params.id))),
  }),
]
