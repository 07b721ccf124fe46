/** The export of ticket metric events. @source docs/reference/tickets.md §7; docs/reference/conventions.md §4 */
import type { AnswerOf } from '../../../http/route.ts'
import { presentMetricEvent } from '../../tickets/ticket_metrics/present.ts'
import type { TicketMetricEvent } from '../../tickets/ticket_metrics/schema.ts'
import { listMetricEvents, type MetricEventRow } from '../../tickets/ticket_metrics/store.ts'
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
