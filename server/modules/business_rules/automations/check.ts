import { isDeepStrictEqual } from 'node:util'
import type { Details } from '#core/errors.ts'
import { checkAutomation, sameConditions } from '#rules/automation.ts'
import { keepsRule, ruleProblems } from '../rules/problems.ts'
import type { AutomationDraft, Rulebook } from './store.ts'

const MAX_ACTIVE = 500

/** True for the same conditions and the same actions. The same conditions with other actions are allowed: clients have such rules. */
function isTwin(one: AutomationDraft, other: AutomationDraft): boolean {
  return sameConditions(one.conditions, other.conditions) && isDeepStrictEqual(one.actions, other.actions)
}

/**
 * What is wrong with an automation as it would be saved, given the `others` of the account. `before` is absent for a new one.
 * @source docs/reference/business_rules.md §2.2, §5.2
 */
export function checkDraft(after: AutomationDraft, others: Rulebook, before?: AutomationDraft): Details {
  if (before !== undefined && keepsRule(before, after)) return ruleProblems(after.title, [])
  const sentences = [...checkAutomation(after.conditions, after.actions, others.catalogue)]
  const active = after.active ? others.automations.filter((other) => other.active) : []
  const twin = active.find((other) => isTwin(other, after))
  if (active.length >= MAX_ACTIVE) sentences.push(`Invalid automation. At most ${MAX_ACTIVE} automations can be active.`)
  if (twin !== undefined) sentences.push(`Invalid conditions. The active automation "${twin.title}" has the same conditions and actions.`)
  return ruleProblems(after.title, sentences)
}
