import { isDeepStrictEqual } from 'node:util'
import type { Details } from '../../../errors.ts'
import { checkAutomation, sameConditions } from '../../../rules/automation.ts'
import type { AutomationDraft, Rulebook } from './store.ts'

const MOST_ACTIVE = 500

/** True for the same conditions and the same actions. The same conditions with other actions are allowed: clients have such rules. */
function isTwin(one: AutomationDraft, other: AutomationDraft): boolean {
  return sameConditions(one.conditions, other.conditions) && isDeepStrictEqual(one.actions, other.actions)
}

/**
 * True when conditions and actions do not change and the rule is not activated. They are then not checked: a rule can always be disabled.
 */
function keepsRule(before: AutomationDraft, after: AutomationDraft): boolean {
  return (before.active || !after.active) && isDeepStrictEqual([before.conditions, before.actions], [after.conditions, after.actions])
}

/**
 * What is wrong with an automation as it would be saved, given the `others` of the account. `before` is absent for a new one.
 * @source docs/reference/business_rules.md §2.2, §5.2
 */
export function checkDraft(after: AutomationDraft, others: Rulebook, before?: AutomationDraft): Details {
  const title = after.title === '' ? { title: [{ description: 'Title: cannot be blank', error: 'BlankValue' }] } : {}
  if (before !== undefined && keepsRule(before, after)) return title
  const sentences = [...checkAutomation(after.conditions, after.actions, others.types)]
  const active = after.active ? others.automations.filter((other) => other.active) : []
  const twin = active.find((other) => isTwin(other, after))
  if (active.length >= MOST_ACTIVE) sentences.push(`Invalid automation. At most ${MOST_ACTIVE} automations can be active.`)
  if (twin !== undefined) sentences.push(`Invalid conditions. The active automation "${twin.title}" has the same conditions and actions.`)
  return sentences.length === 0 ? title : { ...title, base: sentences.map((description) => ({ description })) }
}
