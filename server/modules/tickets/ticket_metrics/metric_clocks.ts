/** The clocks that measure a ticket, as they are stored with it. @source docs/reference/tickets.md §7 */
import type { Status } from '#rules/facts.ts'

export const METRICS = [
  'agent_work_time',
  'pausable_update_time',
  'periodic_update_time',
  'reply_time',
  'requester_wait_time',
  'resolution_time',
] as const
export type Metric = (typeof METRICS)[number]

/** Metrics that have events: those of every ticket, and how long a group has had it, which only policies for groups measure. */
export const MEASURED_METRICS = [...METRICS, 'group_ownership_time'] as const
export type MeasuredMetric = (typeof MEASURED_METRICS)[number]

/**
 * The clock of a metric: its cycle, the seconds that have passed in it, the second since which it runs (null: it is paused), whether the cycle is
 * done, and how many of the seconds were within business hours. The last is absent where it has not been counted yet.
 */
export type Clock = readonly [instance: number, seconds: number, since: number | null, done: boolean, business_seconds?: number]
export type Clocks = Readonly<Partial<Record<Metric, Clock>>>

/** Seconds of a ticket within the hours of its schedule; what is absent is not known yet. */
export type BusinessSeconds = Readonly<Partial<Record<BusinessMetric, number>>>
type BusinessMetric = 'first_reply' | 'first_resolution' | 'full_resolution' | Wait
export type Wait = 'requester_wait' | 'agent_wait' | 'on_hold'

/** What the time in each status counts for. @source docs/reference/tickets.md §7 */
export const WAITS_OF: Readonly<Record<Status, readonly Wait[]>> = {
  new: ['requester_wait'],
  open: ['requester_wait'],
  pending: ['agent_wait'],
  hold: ['requester_wait', 'on_hold'],
  solved: [],
  closed: [],
}
