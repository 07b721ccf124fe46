/** What is wrong with the filter and the targets of a group policy. Pure. @source docs/reference/business_rules.md §6.3 */
import type { Conditions } from '#rules/condition.ts'
import { ids } from '#rules/argument.ts'
import type { TargetRules } from '../sla_policies/problems.ts'

/** The only metric of group policies, in seconds, up to five years. */
export const GROUP_TARGETS: TargetRules = { metrics: ['group_ownership_time'], unit: 'seconds', longest: 5 * 365 * 24 * 3600 }

/** What is wrong with a filter, in sentences: it names groups, and nothing else. */
export function filterSentences({ all, any }: Conditions): string[] {
  const wrong = all.flatMap(({ field, operator, value }) => {
    if (field !== 'group_id') return [`Invalid condition on ${field}: filters of group policies have conditions on group_id only.`]
    if (operator !== 'includes') return [`Invalid condition on group_id: operator "${operator}" must be includes.`]
    if (ids.read(value) !== undefined) return []
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    return [`Invalid condition on group_id: ${isEmpty ? 'you must select at least one group' : `value ${ids.expects}`}.`]
  })
  if (all.length === 0) wrong.push('Invalid conditions. You must select at least one group.')
  if (any.length > 0) wrong.push('Invalid conditions. Filters of group policies have conditions under "all" only.')
  return wrong
}
