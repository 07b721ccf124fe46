import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { presentConditions } from '../rules/present.ts'
import { presentMetrics } from '../sla_policies/present.ts'
import type { GroupSlaPolicy } from './schema.ts'
import type { GroupPolicyRow } from './store.ts'

/** A policy as JSON. @source docs/reference/business_rules.md §6.3 */
export function presentPolicy(ctx: Context, row: GroupPolicyRow): AnswerOf<typeof GroupSlaPolicy> {
  return {
    url: urlOf(ctx.caller.base_url, `group_slas/policies/${row.id}`),
    id: row.id,
    title: row.title,
    description: row.description,
    position: row.position,
    filter: { all: presentConditions(row.filter).all },
    policy_metrics: presentMetrics(row.policy_metrics),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}
