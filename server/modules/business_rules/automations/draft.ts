/** An automation after a request, and the differences as text for the audit log. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Condition, Conditions } from '../../../rules/condition.ts'
import type { AutomationInput, ConditionInput } from './schema.ts'
import type { AutomationDraft } from './store.ts'

const LAST_POSITION = 2_147_483_647

const condition = ({ field = '', operator = '', value = null }: ConditionInput): Condition => ({ field, operator, value })

/**
 * Reads conditions from `conditions` or from top-level `all` and `any`. One list empties the other; undefined if there is neither.
 * @source docs/reference/business_rules.md §1.1
 */
function conditionsOf(input: AutomationInput): Conditions | undefined {
  const { all = input.all, any = input.any } = input.conditions ?? {}
  return all === undefined && any === undefined ? undefined : { all: (all ?? []).map(condition), any: (any ?? []).map(condition) }
}

/** The automation as it would be saved. Absent members stay; a list in the request replaces the stored one. */
export function draftOf(before: AutomationDraft, input: AutomationInput): AutomationDraft {
  return {
    title: input.title === undefined ? before.title : (input.title ?? '').trim(),
    active: input.active ?? before.active,
    position: input.position ?? before.position,
    conditions: conditionsOf(input) ?? before.conditions,
    actions: input.actions?.map(({ field = '', value = null }) => ({ field, value })) ?? before.actions,
  }
}

/** The defaults of a new automation: active, after all others. */
export function blankDraft(others: readonly AutomationDraft[]): AutomationDraft {
  const position = Math.min(Math.max(-1, ...others.map((other) => other.position)) + 1, LAST_POSITION)
  return { title: '', active: true, position, conditions: { all: [], any: [] }, actions: [] }
}

/** The differences between two states, as sentences for the audit log; [] if there are none. */
export function differences(before: AutomationDraft, after: AutomationDraft): string[] {
  const found: string[] = []
  if (before.title !== after.title) found.push(`Title changed from "${before.title}" to "${after.title}"`)
  if (before.active !== after.active) found.push(after.active ? 'Activated' : 'Deactivated')
  if (before.position !== after.position) found.push(`Position changed from ${before.position} to ${after.position}`)
  if (!isDeepStrictEqual(before.conditions, after.conditions)) found.push('Conditions changed')
  if (!isDeepStrictEqual(before.actions, after.actions)) found.push('Actions changed')
  return found
}
