/** The members that triggers of tickets and of records have, after a request. Pure. */
import type { Action } from '#rules/actions.ts'
import type { Conditions } from '#rules/condition.ts'
import { actionsOf, conditionsOf, titleAfter } from './members.ts'
import type { ActionsInput, ConditionsSent } from './schema.ts'

interface Parts {
  readonly conditions: Conditions
  readonly actions: readonly Action[]
}

/** Those members. */
export interface TriggerMembers extends Parts {
  readonly title: string
  readonly description: string | null
  readonly active: boolean
  readonly position: number
}

/** The same in a request. */
export interface TriggerMembersSent extends ConditionsSent {
  readonly title?: string | null
  readonly raw_title?: string | null
  readonly description?: string | null
  readonly active?: boolean | null
  readonly position?: number | null
  readonly actions?: ActionsInput
}

/**
 * The conditions and actions after a request. They are sent together: a request with one of them empties the other, and is then refused for
 * the empty one, as the public documentation says. Without either both stay.
 * @source docs/reference/business_rules.md §1.1
 */
function partsAfter(before: Parts, input: TriggerMembersSent): Parts {
  const conditions = conditionsOf(input)
  const actions = actionsOf(input.actions)
  if (conditions === undefined && actions === undefined) return { conditions: before.conditions, actions: before.actions }
  return { conditions: conditions ?? { all: [], any: [] }, actions: actions ?? [] }
}

/** The members as they would be saved. Absent members stay. */
export function membersAfter(before: TriggerMembers, input: TriggerMembersSent): TriggerMembers {
  return {
    title: titleAfter(before.title, input),
    description: input.description === undefined ? before.description : input.description,
    active: input.active ?? before.active,
    position: input.position ?? before.position,
    ...partsAfter(before, input),
  }
}

/** The members of a new trigger before those of the request: active, at this position. */
export function blankMembers(position: number): TriggerMembers {
  return { position, title: '', description: null, active: true, conditions: { all: [], any: [] }, actions: [] }
}
