/**
 * The export of ticket metric events. With `page[size]` it is a list with ordinary cursor pagination, as no other export is.
 * @source docs/reference/tickets.md §7; docs/reference/conventions.md §3, §4
 */
import type { Context } from '#core/context.ts'
import { InvalidAttribute, InvalidPagination } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import type { PageRequest } from '#http/export_page.ts'
import { encodePosition } from '#http/export_position.ts'
import { type Address, type AnswerOf, answerOk } from '#http/route.ts'
import { presentMetricEvent } from '#modules/tickets/ticket_metrics/present.ts'
import type { TicketMetricEvent } from '#modules/tickets/ticket_metrics/schema.ts'
import { listMetricEvents, type MetricEventRow } from '#modules/tickets/ticket_metrics/store.ts'
import type { Kind } from './kind.ts'
import { ExportedMetricEvents } from './schema.ts'

/** Includes events of deleted tickets, unless these are excluded. */
export const ticketMetricEventExport: Kind<MetricEventRow, AnswerOf<typeof TicketMetricEvent>> = {
  key: 'ticket_metric_events',
  lists: ExportedMetricEvents,
  find: (ctx, { after, before, limit, exclude_deleted = false }) =>
    listMetricEvents(ctx, { from: after, before_us: before * 1_000_000, limit, back: false, living_only: exclude_deleted }),
  present: async (_ctx, rows) => ({ records: rows.map(presentMetricEvent), siblings: {} }),
}

const LARGEST = 100

interface PageQuery {
  readonly 'page[size]'?: unknown
  readonly 'page[after]'?: string
  readonly 'page[before]'?: string
}

/** One page: after the cursor `asked.after`, or before it for `page[before]`. @throws InvalidAttribute @throws InvalidPagination */
export async function metricEventPage(ctx: Context, asked: PageRequest, query: PageQuery, address: Address) {
  if (query['page[after]'] && query['page[before]'])
    throw new InvalidPagination('Only one cursor', 'Send page[after] or page[before], not both')
  const back = Boolean(query['page[before]'])
  const size = sizeOf(query['page[size]'])
  const { after: from, end, exclude_deleted: living_only } = asked
  const found = await listMetricEvents(ctx, { from, before_us: end * 1_000_000, limit: size + 1, back, living_only })
  const rows = found.slice(0, size)
  if (back) rows.reverse()
  const cursor = (row: (MetricEventRow & { at_us: number }) | undefined) => (row === undefined ? null : encodePosition(row))
  const page = {
    rows,
    paging: { style: 'cursor', size, after: null, before: null, order: [] } as const,
    count: null,
    has_more: found.length > size,
    after_cursor: cursor(rows.at(-1)),
    before_cursor: cursor(rows[0]),
  }
  return answerOk(listEnvelope(address, 'ticket_metric_events', page, rows.map(presentMetricEvent)))
}

function sizeOf(given: unknown): number {
  if (given === undefined || given === '') return LARGEST
  const size = Number(given)
  if (!Number.isInteger(size)) throw new InvalidAttribute('page.size', 'must be an integer', 'incremental/ticket_metric_events')
  return size < 1 ? LARGEST : Math.min(size, LARGEST)
}
