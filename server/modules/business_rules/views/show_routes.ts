// THE TICKETS OF VIEWS: pages, tables, counts and exports of saved views, and previews of those that are not saved.
// Not here: views as records (routes.ts).
import { requirePermission } from '#permissions/permissions.ts'
import { MissingParameter } from '#core/errors.ts'
import { allOf } from '#lib/all_of.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readIds } from '#http/bulk_ids.ts'
import type { Bucket } from '#http/limits.ts'
import { type AnyRoute, answerOk, route } from '#http/route.ts'
import { presentTicket } from '#modules/tickets/tickets/present.ts'
import { SomeTickets } from '#modules/tickets/tickets/sibling_schema.ts'
import { ticketSetup } from '#modules/tickets/tickets/setup_store.ts'
import { ticketExtras, ticketSiblings } from '#modules/tickets/tickets/sideload.ts'
import { countMany, countOne } from './count.ts'
import { draftView, showTickets, getShownView } from './execute.ts'
import { startExport } from './export.ts'
import { CountManyQuery, OneViewCount, SomeViewCounts, TicketsQuery, ViewBody, ViewExport, ViewTable } from './schema.ts'
import { presentTable } from './table.ts'

const makeBuckets = (name: string, limit: number, per: Bucket['per']): readonly Bucket[] => [
  { name, limit, window_seconds: 60, ...(per === undefined ? {} : { per }) },
]

/** @source docs/reference/business_rules.md §5.5; docs/reference/conventions.md §5, §8 */
export const viewTicketRoutes: AnyRoute[] = [
  route({
    method: 'GET',
    path: '/api/v2/views/count_many',
    name: 'rules/views/count_many',
    summary: 'Count the tickets of several views',
    scope: 'ticket_views',
    shows: ['tickets'],
    query: CountManyQuery,
    answer: SomeViewCounts,
    buckets: makeBuckets('view-counts', 6, 'user'),
    async handle(ctx, { query }) {
      requirePermission(ctx, 'view.list')
      const { ids = query.count_many } = query
      if (ids === undefined) throw new MissingParameter('ids')
      return answerOk({ view_counts: await countMany(ctx, readIds(ids.join(), 'rules/views/count_many')) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/views/preview',
    name: 'rules/views/preview',
    summary: 'Preview the tickets of a view',
    scope: 'ticket_views',
    shows: ['tickets'],
    access: 'read',
    query: TicketsQuery,
    body: ViewBody,
    answer: ViewTable,
    buckets: makeBuckets('view-preview', 5, 'user'),
    async handle(ctx, { query, body, address }) {
      const view = await draftView(ctx, body.view)
      const page = await showTickets(ctx, view, query, { action: 'rules/views/preview' })
      return answerOk(await presentTable(ctx, view, page, { query, address }))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/views/preview/count',
    name: 'rules/views/preview_count',
    summary: 'Count the tickets of a view that is not saved',
    scope: 'ticket_views',
    shows: ['tickets'],
    access: 'read',
    body: ViewBody,
    answer: OneViewCount,
    buckets: makeBuckets('view-preview-count', 5, 'user'),
    handle: async (ctx, { body }) => answerOk({ view_count: await countOne(ctx, await draftView(ctx, body.view)) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/:id/count',
    name: 'rules/views/view_count',
    summary: 'Count the tickets of a view',
    scope: 'ticket_views',
    shows: ['tickets'],
    answer: OneViewCount,
    buckets: makeBuckets('view-count', 5, 'user_and_id'),
    handle: async (ctx, { params }) => answerOk({ view_count: await countOne(ctx, await getShownView(ctx, params.id)) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/:id/execute',
    name: 'rules/views/execute',
    summary: 'Show the tickets of a view as a table',
    scope: 'ticket_views',
    shows: ['tickets'],
    query: TicketsQuery,
    answer: ViewTable,
    buckets: makeBuckets('view-execute', 5, 'user_and_id'),
    async handle(ctx, { params, query, address }) {
      const view = await getShownView(ctx, params.id)
      const page = await showTickets(ctx, view, query, { action: 'rules/views/execute' })
      return answerOk(await presentTable(ctx, view, page, { query, address }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/:id/tickets',
    name: 'rules/views/tickets',
    summary: 'List the tickets of a view',
    scope: 'ticket_views',
    shows: ['tickets'],
    query: TicketsQuery,
    answer: SomeTickets,
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'ticket.list')
      const { page } = await showTickets(ctx, await getShownView(ctx, params.id), query, { action: 'rules/views/tickets', flat: true })
      const [setup, extras, siblings] = await allOf(
        () => ticketSetup(ctx),
        () => ticketExtras(ctx, query.include, page.rows),
        () => ticketSiblings(ctx, query.include, page.rows),
      )
      const isFirst = query['page[after]'] === undefined && query['page[before]'] === undefined
      return answerOk(
        listEnvelope(
          address,
          'tickets',
          // the first page of a view leads nowhere back: recorded
          isFirst ? { ...page, before_cursor: null } : page,
          page.rows.map((row) => ({ ...presentTicket(ctx, row, setup), ...extras(row) })),
          siblings,
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/views/:id/export',
    name: 'rules/views/export',
    summary: 'Export the tickets of a view; the table is sent by e-mail',
    scope: 'ticket_views',
    shows: ['tickets'],
    answer: ViewExport,
    async handle(ctx, { params, asked }) {
      if (asked.head_only) await getShownView(ctx, params.id)
      else await startExport(ctx, params.id)
      return answerOk({ export: { status: 'starting', view_id: params.id } })
    },
  }),
]
