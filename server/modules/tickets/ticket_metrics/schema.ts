import Type, { type Static } from 'typebox'
import { flag, oneOf, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { MEASURED_METRICS, type MeasuredMetric } from './metric_clocks.ts'
import { SLA_METRICS } from './targets.ts'

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

/** The target that a policy set, with the policy as it was then. */
const AppliedPolicy = Type.Object({
  target: whole,
  target_in_seconds: whole,
  business_hours: flag,
  policy: Type.Object({ id: Type.Unsafe<number | string>({ type: ['integer', 'string'] }), title: text, description: textOrNull }),
})

/** A metric that policies measure. @source docs/reference/business_rules.md §6.4 */
export const SlaMetricShape = Type.Object({
  breach_at: textOrNull,
  stage: oneOf(['active', 'paused', 'achieved']),
  metric: oneOf(SLA_METRICS),
  /** Until it is passed, negative afterwards: in the largest of these units that fits. */
  days: Type.Optional(whole),
  hours: Type.Optional(whole),
  minutes: Type.Optional(whole),
})

/** An event of the clock of a metric. @source docs/reference/tickets.md §7.1 */
export const TicketMetricEvent = Type.Object({
  id: whole,
  ticket_id: whole,
  metric: oneOf(MEASURED_METRICS),
  instance_id: whole,
  type: text,
  time: text,
  deleted: flag,
  /** Of `update_status`. */
  status: Type.Optional(Spent),
  /** Of `apply_sla`. */
  sla: Type.Optional(AppliedPolicy),
  /** Of `apply_group_sla`. */
  group_sla: Type.Optional(AppliedPolicy),
})

/** The events of one ticket, by the name of their metric. */
export const MetricEventsByMetric = Type.Unsafe<Partial<Record<MeasuredMetric, Static<typeof TicketMetricEvent>[]>>>(
  Type.Record(text, Type.Array(TicketMetricEvent)),
)
