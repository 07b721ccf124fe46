import Type from 'typebox'
import type { Context } from '../../../context.ts'
import { listEnvelope, urlOf } from '../../../http/envelope.ts'
import { type PagingQuery, readPaging } from '../../../http/paging.ts'
import { type Address, type AnyRoute, created, ok, type Result, route } from '../../../http/route.ts'
import { Id, input, listQuery, Text, wrapped } from '../../../http/shape.ts'
import { allOf } from '../../../lib/all_of.ts'
import { wireTime } from '../../../lib/clock.ts'
import { findTickets } from '../tickets/list.ts'
import { presentTicket } from '../tickets/present.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { createSkip, readSkips } from './acts.ts'
import { SKIP_SORTING, type SkipRow } from './store.ts'

const Skip = Type.Object({
  id: Type.Integer(),
  ticket_id: Type.Integer(),
  user_id: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
const Skips = Type.Object({ skips: Type.Array(Skip) })

/** Skips with their tickets; null for a ticket the caller can no longer see. @source docs/reference/tickets.md §12.1 */
async function presented(ctx: Context, rows: readonly SkipRow[]): Promise<Record<string, unknown>[]> {
  const [tickets, setup] = await allOf(
    () => findTickets(ctx, [...new Set(rows.map((row) => row.ticket_id))]),
    () => ticketSetup(ctx),
  )
  const byId = new Map(tickets.map((ticket) => [ticket.id, presentTicket(ctx, ticket, setup)]))
  return rows.map(({ id, ticket_id, user_id, reason, created_at, updated_at }) => ({
    id,
    ticket_id,
    user_id,
    reason,
    created_at: wireTime(created_at),
    updated_at: wireTime(updated_at),
    ticket: byId.get(ticket_id) ?? null,
  }))
}

async function list(
  ctx: Context,
  filter: { ticket_id?: number; user_id?: number },
  { query, address }: { readonly query: PagingQuery; readonly address: Address },
): Promise<Result> {
  const page = await readSkips(ctx, filter, readPaging(query, SKIP_SORTING, 'skips/index'))
  return ok(listEnvelope(address, 'skips', page, await presented(ctx, page.rows)))
}

const shared = { method: 'GET', name: 'skips/index', scope: '', query: listQuery({}), answer: Skips } as const

/** @source docs/reference/tickets.md §12.1 */
export const skipRoutes: AnyRoute[] = [
  route({ ...shared, path: '/api/v2/skips', summary: 'List skips', handle: (ctx, input) => list(ctx, {}, input) }),
  route({
    ...shared,
    path: '/api/v2/tickets/:ticket_id/skips',
    summary: 'List the skips of a ticket',
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
    body: wrapped('skip', input({ ticket_id: Id, reason: Text })),
    answer: Type.Object({ skip: Skip }),
    async handle(ctx, { body }) {
      const [skip] = await presented(ctx, [await createSkip(ctx, body.skip)])
      return created({ skip }, urlOf(ctx.caller.base_url, 'skips'))
    },
  }),
]
