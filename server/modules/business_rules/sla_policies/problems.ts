/** What is wrong with a policy as it would be saved. Pure. */
import type { Details, Problem } from '#core/errors.ts'
import { PRIORITIES } from '#rules/fields.ts'
import { ruleProblems } from '../rules/problems.ts'
import { MAX_POLICIES } from './schema.ts'
import type { PolicyDraft, PolicyMetricRow } from './store.ts'

/** What the targets of a kind of policies may be. */
export interface TargetRules {
  readonly metrics: readonly string[]
  readonly unit: 'minutes' | 'seconds'
  readonly longest: number
}

/** The metrics of SLA policies, in minutes, up to five years. @source docs/reference/business_rules.md §6.2 */
export const SLA_TARGETS: TargetRules = {
  metrics: [
    'first_reply_time',
    'next_reply_time',
    'periodic_update_time',
    'pausable_update_time',
    'requester_wait_time',
    'agent_work_time',
    'total_resolution_time',
  ],
  unit: 'minutes',
  longest: 5 * 365 * 24 * 60,
}

const SELECTABLE = PRIORITIES.filter(Boolean)

/** What is wrong with a list of targets: each entry by its place, counted from 1. */
function targetProblems(entries: readonly PolicyMetricRow[], { metrics, unit, longest }: TargetRules): Problem[] {
  const seen = new Set<string>()
  return entries.flatMap(({ priority, metric, target }, index) => {
    const entry = `Policy metrics: entry ${index + 1}`
    const pair = `${priority} ${metric}`
    const wrong: string[] = []
    if (!SELECTABLE.includes(priority)) wrong.push(`${entry}: priority "${priority}" must be one of ${SELECTABLE.join(', ')}`)
    if (!metrics.includes(metric)) wrong.push(`${entry}: metric "${metric}" must be one of ${metrics.join(', ')}`)
    if (target < 1 || target > longest) wrong.push(`${entry}: target must be a whole number of ${unit} from 1 to ${longest}`)
    if (seen.has(pair)) wrong.push(`${entry}: there is another target for ${metric} with priority ${priority}`)
    seen.add(pair)
    return wrong.map((description) => ({ description, error: 'InvalidValue' }))
  })
}

/** What is wrong with a policy. `filterProblems`: what is wrong with its filter, in sentences. @source docs/reference/business_rules.md §6.1, §6.2 */
export function checkPolicy(after: PolicyDraft, filterProblems: readonly string[], targets: TargetRules): Details {
  const policy_metrics = targetProblems(after.policy_metrics, targets)
  return {
    ...ruleProblems(after.title, filterProblems),
    ...(after.position < 0 ? { position: [{ description: 'Position: must not be negative', error: 'InvalidValue' }] } : {}),
    ...(policy_metrics.length === 0 ? {} : { policy_metrics }),
  }
}

/** What is wrong with one more policy, where an account has so many. */
export function countProblems(others: readonly unknown[]): string[] {
  return others.length < MAX_POLICIES ? [] : [`Invalid policy. An account has at most ${MAX_POLICIES} policies of this kind.`]
}
