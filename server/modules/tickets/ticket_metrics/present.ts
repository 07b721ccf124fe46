import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { epochSeconds, type Timestamp, toDate, wireTime, wireTimeOrNull } from '#lib/clock.ts'
import type { MetricEventRow, MetricRow } from './store.ts'
import type { SlaMetricShape, TicketMetric, TicketMetricEvent } from './schema.ts'
import { SLA_METRICS, type TicketSla } from './targets.ts'

/** Seconds of calendar time and of time in business hours; both are the same where that has not been counted. */
function bothTimes(calendar: number | null, business: number | undefined): { calendar: number | null; business: number | null } {
  return { calendar, business: calendar === null ? null : (business ?? calendar) }
}

const minutesOf = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 60))

/** The same in minutes. */
function inMinutes(seconds: number | null, business_seconds: number | undefined): ReturnType<typeof bothTimes> {
  const { calendar, business } = bothTimes(seconds, business_seconds)
  return { calendar: minutesOf(calendar), business: minutesOf(business) }
}

const countSeconds = (start: Timestamp, end: Timestamp | null) =>
  end === null ? null : Math.max(0, epochSeconds(end) - epochSeconds(start))

/** The metrics of a ticket as JSON. Their id is that of the ticket. @source docs/reference/tickets.md §7 */
export function presentMetric(ctx: Context, row: MetricRow): AnswerOf<typeof TicketMetric> {
  const reply = countSeconds(row.created_at, row.first_replied_at)
  // an imported ticket has the date it was solved, but was not measured
  const business = row.business_seconds ?? {}
  const resolution = row.first_solved_at === null ? null : countSeconds(row.created_at, row.solved_at)
  return {
    url: urlOf(ctx.caller.base_url, `ticket_metrics/${row.id}`),
    id: row.id,
    ticket_id: row.id,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    group_stations: row.group_stations,
    assignee_stations: row.assignee_stations,
    reopens: row.reopens,
    replies: row.replies,
    assignee_updated_at: wireTimeOrNull(row.assignee_updated_at),
    requester_updated_at: wireTime(row.requester_updated_at),
    status_updated_at: wireTime(row.status_updated_at),
    initially_assigned_at: wireTimeOrNull(row.initially_assigned_at),
    assigned_at: wireTimeOrNull(row.assigned_at),
    solved_at: wireTimeOrNull(row.solved_at),
    latest_comment_added_at: wireTimeOrNull(row.latest_comment_added_at),
    reply_time_in_minutes: inMinutes(reply, business.first_reply),
    reply_time_in_seconds: bothTimes(reply, business.first_reply),
    first_resolution_time_in_minutes: inMinutes(countSeconds(row.created_at, row.first_solved_at), business.first_resolution),
    full_resolution_time_in_minutes: inMinutes(resolution, business.full_resolution),
    agent_wait_time_in_minutes: inMinutes(row.agent_wait_seconds, business.agent_wait),
    requester_wait_time_in_minutes: inMinutes(row.requester_wait_seconds, business.requester_wait),
    on_hold_time_in_minutes: inMinutes(row.on_hold_seconds, business.on_hold),
    custom_status_updated_at: wireTimeOrNull(row.custom_status_updated_at),
  }
}

/** An event of a metric, as JSON. @source docs/reference/tickets.md §7.1 */
export function presentMetricEvent({ id, ticket_id, time, event }: MetricEventRow): AnswerOf<typeof TicketMetricEvent> {
  const { metric, instance_id, type, seconds, business_seconds, at, sla } = event
  const happened = at === undefined ? time : toDate(at * 1000).toISOString()
  const shown = { id, ticket_id, metric, instance_id, type, time: wireTime(happened), deleted: false }
  if (sla !== undefined) return type === 'apply_sla' ? { ...shown, sla } : { ...shown, group_sla: sla }
  return seconds === undefined ? shown : { ...shown, status: inMinutes(seconds, business_seconds) }
}

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
] as const

/** Seconds in the largest unit that fits at least once, else in minutes. */
function inLargestUnit(seconds: number): Pick<AnswerOf<typeof SlaMetricShape>, 'days' | 'hours' | 'minutes'> {
  const [name, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS[2]
  return { [name]: Math.trunc(seconds / length) + 0 }
}

/** What policies measure of a ticket, as JSON. @source docs/reference/business_rules.md §6.4 */
export function presentSla(sla: TicketSla | undefined, now: Date): AnswerOf<typeof SlaMetricShape>[] {
  return SLA_METRICS.flatMap((metric): AnswerOf<typeof SlaMetricShape>[] => {
    const target = sla?.targets[metric]
    if (target === undefined) return []
    const { done, since, breach_at, seconds, used } = target
    if (done) return [{ breach_at: null, stage: 'achieved', metric }]
    if (since === null) return [{ breach_at: null, stage: 'paused', metric, ...inLargestUnit(seconds - used) }]
    if (breach_at === null) return [{ breach_at: null, stage: 'active', metric }]
    const at = wireTime(toDate(breach_at * 1000).toISOString())
    return [{ breach_at: at, stage: 'active', metric, ...inLargestUnit(breach_at - epochSeconds(now.toISOString())) }]
  })
}
