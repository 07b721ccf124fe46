/** An automation after a request. Pure. */
import { actionsOf, conditionsOf, positionAfter, titleAfter } from '../rules/members.ts'
import type { AutomationInput } from './schema.ts'
import type { AutomationDraft } from './store.ts'

/** The automation as it would be saved. Absent members stay; a list in the request replaces the stored one. */
export function draftOf(before: AutomationDraft, input: AutomationInput): AutomationDraft {
  return {
    title: titleAfter(before.title, input),
    active: input.active ?? before.active,
    position: input.position ?? before.position,
    conditions: conditionsOf(input) ?? before.conditions,
    actions: actionsOf(input.actions) ?? before.actions,
  }
}

/** The defaults of a new automation: active, after all others. */
export function blankDraft(others: readonly AutomationDraft[]): AutomationDraft {
  return { title: '', active: true, position: positionAfter(others), conditions: { all: [], any: [] }, actions: [] }
}
