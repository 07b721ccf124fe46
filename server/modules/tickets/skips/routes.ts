import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { orNull, text, textOrNull, whole } from '#http/answer_shape.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, type AnswerOf, type AnyRoute, answerNewRecord, answerOk, route } from '#http/route.ts'
import { Id, defineInput, listQuery, Text, wrapInKey } from '#http/shape.ts'
import { allOf } from '#lib/all_of.ts'
import { wireTime } from '#lib/clock.ts'
import { findTickets, type ListedTicket } from '../tickets/list.ts'
import { presentTicket } from '../tickets/present.ts'
import { Ticket } from '../tickets/schema.ts'
import { type TicketSetup, ticketSetup } from '../tickets/setup_store.ts'
import { createSkip, readSkips } from './acts.ts'
import { SKIP_SORTING, type SkipRow } from './store.ts'

const Skip = Type.Object({
  id: whole,
  ticket_id: whole,
  user_id: whole,
  reason: textOrNull,
  created_at: text,
  updated_at: text,
  ticket: orNull(Ticket),
})
const Skips = Type.Object({ skips: Type.Array(Skip) })

function present(ctx: Context, row: SkipRow, ticket: ListedTicket | undefined, setup: TicketSetup): AnswerOf<typeof Skip> {
  const { id, ticket_id, user_id, reason, created_at, updated_at } = row
  return {
    id,
    ticket_id,
    user_id,
    reason,
    created_at: wireTime(created_at),
    updated_at: wireTime(updated_at),
    ticket: ticket === undefined ? null : presentTicket(ctx, ticket, setup),
  }
}

/** Skips with their tickets; null for a ticket the caller can no longer see. @source docs/reference/tickets.md §12.1 */
async function withTickets(ctx: Context, rows: readonly SkipRow[]) {
  const [tickets, setup] = await allOf(
    () => findTickets(ctx, [...new Set(rows.map((row) => row.ticket_id))]),
    () => ticketSetup(ctx),
  )
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  return rows.map((row) => present(ctx, row, byId.get(row.ticket_id), setup))
}

type ListInput = { readonly query: PagingQuery; readonly address: Address }

async function list(ctx: Context, filter: { ticket_id?: number; user_id?: number }, { query, address }: ListInput) {
  const page = await readSkips(ctx, filter, readPaging(query, SKIP_SORTING, 'skips/index'))
  return answerOk(listEnvelope(address, 'skips', page, await withTickets(ctx, page.rows)))
}

const shared = { method: 'GET', name: 'skips/index', scope: '', query: listQuery({}), answer: Skips } as const

/** @source docs/reference/tickets.md §12.1 */
export const skipRoutes: AnyRoute[] = [
  route({ ...shared, path: '/api/v2/skips', summary: 'List skips', handle: (ctx, input) => list(ctx, {}, input) }),
  route({
    ...shared,
    path: '/api/v2/tickets/:ticket_id/skips',
    summary: "List a ticket's skips",
    handle: (ctx, input) => list(ctx, { ticket_id: input.params.ticket_id }, input),
  }),
  route({
    ...shared,
    path: '/api/v2/users/:user_id/skips',
    summary: 'List the skips of a user',
    handle: (ctx, input) => list(ctx, { user_id: input.params.user_id }, input),
  }),
  route({
    method: 'POST',
    path: '/api/v2/skips',
    name: 'skips/create',
    summary: 'Skip a ticket',
    scope: '',
    body: wrapInKey('skip', defineInput({ ticket_id: Id, reason: Text })),
    answer: Type.Object({ skip: Skip }),
    async handle(ctx, { body }) {
      const { row, ticket } = await createSkip(ctx, body.skip)
      return answerNewRecord({ skip: present(ctx, row, ticket, await ticketSetup(ctx)) }, urlOf(ctx.caller.base_url, 'skips'))
    },
  }),
]
