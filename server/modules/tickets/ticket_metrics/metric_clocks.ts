/** The clocks that measure a ticket, as they are stored with it. @source docs/reference/tickets.md §7 */

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

/** The clock of a metric: its cycle, the seconds that have passed in it, the second since which it runs (null: it is paused), whether the cycle is done. */
export type Clock = readonly [instance: number, seconds: number, since: number | null, done: boolean]
export type Clocks = Readonly<Partial<Record<Metric, Clock>>>
