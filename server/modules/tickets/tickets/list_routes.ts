import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { allOf } from '#lib/all_of.ts'
import { epochDate } from '#lib/epoch_text.ts'
import { CountAnswer, countEnvelope, listEnvelope, wholeList } from '#http/envelope.ts'
import { readIds } from '#http/bulk_ids.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, type AnyRoute, answerOk, route } from '#http/route.ts'
import { Flag, Keys, listQuery, Phrase, Word } from '#http/shape.ts'
import { visibleOrganization } from '#modules/people/organizations/change.ts'
import { getVisibleUser } from '#modules/people/users/list_store.ts'
import { countTickets, findTickets, type ListedTicket, listTickets, PROBLEM_SORTING, TICKET_SORTING, type TicketFilter } from './list.ts'
import { presentTicket } from './present.ts'
import { SomeTickets } from './sibling_schema.ts'
import { ticketSetup } from './setup_store.ts'
import { ticketExtras, ticketSiblings } from './sideload.ts'
import { getTicket } from './store.ts'

type ListInput = { readonly query: PagingQuery & { readonly include?: string }; readonly address: Address }

async function presentTickets(ctx: Context, rows: readonly ListedTicket[], include: string | undefined) {
  const [setup, extras, siblings] = await allOf(
    () => ticketSetup(ctx),
    () => ticketExtras(ctx, include, rows),
    () => ticketSiblings(ctx, include, rows),
  )
  const records =
    include === undefined
      ? rows.map((row) => presentTicket(ctx, row, setup))
      : rows.map((row) => ({ ...presentTicket(ctx, row, setup), ...extras(row) }))
  return { records, siblings }
}

/** Responds with a list of tickets. */
async function list(ctx: Context, filter: TicketFilter, { query, address }: ListInput, sorting = TICKET_SORTING) {
  requirePermission(ctx, 'ticket.list')
  const page = await listTickets(ctx, filter, readPaging(query, sorting, 'tickets/index'))
  const { records, siblings } = await presentTickets(ctx, page.rows, query.include)
  return answerOk(listEnvelope(address, 'tickets', page, records, siblings))
}

async function count(ctx: Context, filter: TicketFilter) {
  requirePermission(ctx, 'ticket.list')
  return answerOk(countEnvelope(await countTickets(ctx, filter), ctx.now))
}

/**
 * Lists nested under another record, each with its filter. `id` is that of the record, which `exists` checks.
 * @source docs/reference/tickets.md §1.2
 */
const NESTED = [
  {
    path: '/api/v2/organizations/:id/tickets',
    summary: "List an organization's tickets",
    exists: visibleOrganization,
    filter: (id: number) => ({ organization_id: id }),
  },
  {
    path: '/api/v2/users/:id/tickets/requested',
    summary: 'List tickets a user requested',
    exists: getVisibleUser,
    filter: (id: number) => ({ requester_id: id }),
  },
  {
    path: '/api/v2/users/:id/tickets/ccd',
    summary: 'List tickets a user is copied on',
    exists: getVisibleUser,
    filter: (id: number) => ({ cc_id: id }),
  },
  {
    path: '/api/v2/users/:id/tickets/assigned',
    summary: 'List tickets assigned to a user',
    exists: getVisibleUser,
    filter: (id: number) => ({ assignee_id: id }),
  },
  {
    path: '/api/v2/users/:id/tickets/followed',
    summary: 'List tickets a user follows',
    exists: getVisibleUser,
    filter: (id: number) => ({ follower_id: id }),
  },
] as const

/** Nested lists contain archived tickets, too, unless the query excludes them. */
const ARCHIVE = { exclude_archived: Flag }

const nestedRoutes: AnyRoute[] = NESTED.flatMap(({ path, summary, exists, filter }) => [
  route({
    method: 'GET',
    path,
    name: 'tickets/index',
    summary,
    scope: 'tickets',
    query: listQuery(ARCHIVE),
    answer: SomeTickets,
    async handle(ctx, input) {
      const { id } = input.params
      const filters = { ...filter(id), archived: !input.query.exclude_archived }
      const [answer] = await allOf(
        () => list(ctx, filters, input),
        () => exists(ctx, id),
      )
      return answer
    },
  }),
  route({
    method: 'GET',
    path: `${path}/count`,
    name: 'tickets/count',
    summary: summary.replace('List', 'Count'),
    scope: 'tickets',
    query: Type.Partial(Type.Object(ARCHIVE)),
    answer: CountAnswer,
    async handle(ctx, { params, query }) {
      const { id } = params as { id: number }
      const filters = { ...filter(id), archived: !(query as { exclude_archived?: boolean }).exclude_archived }
      const [answer] = await allOf(
        () => count(ctx, filters),
        () => exists(ctx, id),
      )
      return answer
    },
  }),
])

/** `tickets/recent` returns this page whatever page is requested: a link to a next page would return the same tickets for ever. */
const RECENT: PagingQuery = { per_page: '5', sort_by: 'updated_at', sort_order: 'desc' }

/** @source docs/reference/tickets.md §1.2 */
export const ticketListRoutes: AnyRoute[] = [
  route({
    method: 'GET',
    path: '/api/v2/tickets',
    name: 'tickets/index',
    summary: 'List tickets',
    scope: 'tickets',
    query: listQuery({ external_id: Keys, start_time: Word }),
    answer: SomeTickets,
    handle: (ctx, input) => list(ctx, filterOf(input.query), input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/recent',
    name: 'tickets/recent',
    summary: 'List recently changed tickets',
    scope: 'tickets',
    query: listQuery({}),
    answer: SomeTickets,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'ticket.list')
      const { rows } = await listTickets(ctx, { archived: false }, readPaging(RECENT, TICKET_SORTING, 'tickets/recent'))
      const { records, siblings } = await presentTickets(ctx, rows, query.include)
      return answerOk(wholeList('tickets', records, siblings))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/count',
    name: 'tickets/count',
    summary: 'Count tickets',
    scope: 'tickets',
    answer: CountAnswer,
    handle: (ctx) => count(ctx, { archived: false }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/show_many',
    name: 'tickets/show_many',
    summary: 'Show tickets by id',
    scope: 'tickets',
    query: Type.Partial(Type.Object({ ids: Word, include: Word })),
    answer: SomeTickets,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'ticket.list')
      const { records, siblings } = await presentTickets(
        ctx,
        await findTickets(ctx, readIds(query.ids, 'tickets/show_many')),
        query.include,
      )
      return answerOk(wholeList('tickets', records, siblings))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/:id/incidents',
    name: 'tickets/incidents',
    summary: 'List the incidents of a problem',
    scope: 'tickets',
    query: listQuery({}),
    answer: SomeTickets,
    async handle(ctx, input) {
      requirePermission(ctx, 'ticket.list')
      await getTicket(ctx, input.params.id)
      return list(ctx, { problem_id: input.params.id, archived: true }, input)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/problems',
    name: 'problems/index',
    summary: 'List problem tickets',
    scope: 'tickets',
    query: listQuery({}),
    answer: SomeTickets,
    handle: (ctx, input) => list(ctx, { type: 'problem', archived: true }, input, PROBLEM_SORTING),
  }),
  route({
    method: 'POST',
    path: '/api/v2/problems/autocomplete',
    name: 'problems/autocomplete',
    summary: 'Autocomplete problem tickets by subject',
    scope: 'tickets',
    access: 'read',
    query: listQuery({ text: Phrase }),
    body: Type.Partial(Type.Object({ text: Phrase })),
    answer: SomeTickets,
    handle: (ctx, input) => {
      const subject_has = input.body.text ?? input.query.text ?? ''
      return list(ctx, { type: 'problem', subject_has, archived: true }, input, PROBLEM_SORTING)
    },
  }),
  ...nestedRoutes,
]

function filterOf(query: { external_id?: string; start_time?: string }): TicketFilter {
  const since = epochDate(query.start_time)
  return {
    archived: false,
    ...(query.external_id ? { external_id: query.external_id } : {}),
    ...(since === undefined ? {} : { since }),
  }
}
