import Type from 'typebox'

const Moment = Type.Union([Type.String(), Type.Null()])
const Count = Type.Integer()
const Spent = Type.Object({ calendar: Type.Union([Count, Type.Null()]), business: Type.Union([Count, Type.Null()]) })

/** Response schema of the metrics of a ticket. @source docs/reference/tickets.md §7 */
export const TicketMetric = Type.Object({
  url: Type.String(),
  id: Count,
  ticket_id: Count,
  created_at: Type.String(),
  updated_at: Type.String(),
  group_stations: Count,
  assignee_stations: Count,
  reopens: Count,
  replies: Count,
  assignee_updated_at: Moment,
  requester_updated_at: Moment,
  status_updated_at: Moment,
  initially_assigned_at: Moment,
  assigned_at: Moment,
  solved_at: Moment,
  latest_comment_added_at: Moment,
  reply_time_in_minutes: Spent,
  reply_time_in_seconds: Spent,
  first_resolution_time_in_minutes: Spent,
  full_resolution_time_in_minutes: Spent,
  agent_wait_time_in_minutes: Spent,
  requester_wait_time_in_minutes: Spent,
  on_hold_time_in_minutes: Spent,
  custom_status_updated_at: Moment,
})

export const OneMetric = Type.Object({ ticket_metric: TicketMetric })
