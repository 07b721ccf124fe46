// TICKET METRICS: counters and times of each ticket.
// Not here: measuring (tickets/write/metrics.ts), the events of all tickets (incremental/).
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnyRoute, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { presentMetric } from './present.ts'
import { OneMetric, TicketMetric } from './schema.ts'
import { getMetric, listMetrics, METRIC_SORTING } from './store.ts'

async function answerMetric(ctx: Context, ticketId: number) {
  requirePermission(ctx, 'ticket.list')
  return answerOk({ ticket_metric: presentMetric(ctx, await getMetric(ctx, ticketId)) })
}

/** @source docs/reference/tickets.md §7 */
export const ticketMetricRoutes: AnyRoute[] = [
  route({
    method: 'GET',
    path: '/api/v2/ticket_metrics',
    name: 'ticket_metrics/index',
    summary: 'List the metrics of all tickets',
    scope: 'tickets',
    query: listQuery({}),
    answer: Type.Object({ ticket_metrics: Type.Array(TicketMetric) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'ticket.list')
      const page = await listMetrics(ctx, readPaging(query, METRIC_SORTING, 'ticket_metrics/index'))
      return answerOk(
        listEnvelope(
          address,
          'ticket_metrics',
          page,
          page.rows.map((row) => presentMetric(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/ticket_metrics/:id',
    name: 'ticket_metrics/show',
    summary: 'Show a ticket metric by id',
    scope: 'tickets',
    answer: OneMetric,
    handle: (ctx, { params }) => answerMetric(ctx, params.id),
  }),
  route({
    method: 'GET',
    path: '/api/v2/tickets/:ticket_id/metrics',
    name: 'ticket_metrics/show_by_ticket',
    summary: "Show a ticket's metrics",
    scope: 'tickets',
    answer: OneMetric,
    handle: (ctx, { params }) => answerMetric(ctx, params.ticket_id),
  }),
]
