import Type, { type Static } from 'typebox'
import { flag, oneOf, text, textOrNull, whole, wholeOrNull } from '../../../http/answer_shape.ts'
import { type Metric, METRICS } from './metric_clocks.ts'

const Spent = Type.Object({ calendar: wholeOrNull, business: wholeOrNull })

/** Response schema of the metrics of a ticket. @source docs/reference/tickets.md §7 */
export const TicketMetric = Type.Object({
  url: text,
  id: whole,
  ticket_id: whole,
  created_at: text,
  updated_at: text,
  group_stations: whole,
  assignee_stations: whole,
  reopens: whole,
  replies: whole,
  assignee_updated_at: textOrNull,
  requester_updated_at: textOrNull,
  status_updated_at: textOrNull,
  initially_assigned_at: textOrNull,
  assigned_at: textOrNull,
  solved_at: textOrNull,
  latest_comment_added_at: textOrNull,
  reply_time_in_minutes: Spent,
  reply_time_in_seconds: Spent,
  first_resolution_time_in_minutes: Spent,
  full_resolution_time_in_minutes: Spent,
  agent_wait_time_in_minutes: Spent,
  requester_wait_time_in_minutes: Spent,
  on_hold_time_in_minutes: Spent,
  custom_status_updated_at: textOrNull,
})

export const OneMetric = Type.Object({ ticket_metric: TicketMetric })

/** An event of the clock of a metric. @source docs/reference/tickets.md §7.1 */
export const TicketMetricEvent = Type.Object({
  id: whole,
  ticket_id: whole,
  metric: oneOf(METRICS),
  instance_id: whole,
  type: text,
  time: text,
  deleted: flag,
  /** Of `update_status`. */
  status: Type.Optional(Spent),
})

/** The events of one ticket, by the name of their metric. */
export const MetricEventsByMetric = Type.Unsafe<Partial<Record<Metric, Static<typeof TicketMetricEvent>[]>>>(
  Type.Record(text, Type.Array(TicketMetricEvent)),
)
