/** The export of ticket metric events. @source docs/reference/tickets.md §7; docs/reference/conventions.md §4 */
import { presentMetricEvent } from '../../tickets/ticket_metrics/present.ts'
import { listMetricEvents, type MetricEventRow } from '../../tickets/ticket_metrics/store.ts'
import type { Kind } from './kind.ts'
import { ExportedMetricEvents } from './schema.ts'

/** Events of deleted tickets are among them, unless they are excluded. */
export const ticketMetricEventExport: Kind<MetricEventRow, Readonly<Record<string, unknown>>> = {
  key: 'ticket_metric_events',
  lists: ExportedMetricEvents,
  find: (ctx, { after, before, limit, exclude_deleted = false }) =>
    listMetricEvents(ctx, { from: after, before_us: before * 1_000_000, limit, back: false, living_only: exclude_deleted }),
  present: async (_ctx, rows) => ({ records: rows.map(presentMetricEvent), siblings: {} }),
}
