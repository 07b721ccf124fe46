/** The events of metrics as they are stored: what a write did to their clocks, and to the targets that policies set them. */
import type { MeasuredMetric } from './metric_clocks.ts'
import { CLOCK_OF, type SlaMetric, type TicketSla } from './targets.ts'

/** The target that a policy set a metric, with the policy as it was then. */
export interface AppliedPolicy {
  readonly target: number
  readonly target_in_seconds: number
  readonly business_hours: boolean
  readonly policy: { readonly id: number | string; readonly title: string; readonly description: string | null }
}

/** One event, as it is stored. Only update_status has `seconds`, in all and within business hours, apply_sla and apply_group_sla `sla`, and breach `at`, the second of the breach. */
export interface MetricEvent {
  readonly metric: MeasuredMetric
  readonly instance_id: number
  readonly type: 'measure' | 'activate' | 'pause' | 'fulfill' | 'update_status' | 'apply_sla' | 'apply_group_sla' | 'breach'
  readonly seconds?: number
  /** Absent in events of tickets whose time within business hours has not been counted yet. */
  readonly business_seconds?: number
  readonly sla?: AppliedPolicy
  readonly at?: number
}

/** The event of a target that was passed: it says when, which may be earlier than the write that records it. */
export function breachEvent(metric: SlaMetric, { targets }: TicketSla): MetricEvent {
  const { instance = 0, breached_at = null } = targets[metric] ?? {}
  return { metric: CLOCK_OF[metric], instance_id: instance, type: 'breach', ...(breached_at === null ? {} : { at: breached_at }) }
}
