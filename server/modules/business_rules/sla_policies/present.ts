import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { presentConditions } from '../rules/present.ts'
import type { PolicyMetric, SlaPolicy } from './schema.ts'
import type { PolicyMetricRow, SlaPolicyRow } from './store.ts'

/** The targets of a policy as JSON: jsonb does not keep the order of members. */
export function presentMetrics(rows: readonly PolicyMetricRow[]): AnswerOf<typeof PolicyMetric>[] {
  return rows.map(({ priority, metric, target, business_hours }) => ({ priority, metric, target, business_hours }))
}

/** A policy as JSON. @source docs/reference/business_rules.md §6 */
export function presentPolicy(ctx: Context, row: SlaPolicyRow): AnswerOf<typeof SlaPolicy> {
  return {
    url: urlOf(ctx.caller.base_url, `slas/policies/${row.id}`),
    id: row.id,
    title: row.title,
    description: row.description,
    position: row.position,
    filter: presentConditions(row.filter),
    policy_metrics: presentMetrics(row.policy_metrics),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}
