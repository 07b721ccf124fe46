/** A trigger after a request. Pure. */
import { actionsOf, conditionsOf, titleAfter } from '../rules/members.ts'
import type { TriggerInput } from './schema.ts'
import type { TriggerDraft } from './store.ts'

type Parts = Pick<TriggerDraft, 'conditions' | 'actions'>

/**
 * The conditions and actions after a request. They are sent together: a request with one of them empties the other, and is then refused for
 * the empty one, as the public documentation says. Without either both stay.
 * @source docs/reference/business_rules.md §1.1
 */
function partsAfter(before: Parts, input: TriggerInput): Parts {
  const [conditions, actions] = [conditionsOf(input), actionsOf(input.actions)]
  if (conditions === undefined && actions === undefined) return { conditions: before.conditions, actions: before.actions }
  return { conditions: conditions ?? { all: [], any: [] }, actions: actions ?? [] }
}

/** The trigger as it would be saved. Absent members stay. */
export function draftOf(before: TriggerDraft, input: TriggerInput): TriggerDraft {
  return {
    title: titleAfter(before.title, input),
    description: input.description === undefined ? before.description : input.description,
    active: input.active ?? before.active,
    position: input.position ?? before.position,
    category_id: input.category_id ?? before.category_id,
    ...partsAfter(before, input),
  }
}

/** A new trigger before the members of the request: active, at a position of a category. */
export function blankDraft(category_id: number, position: number): TriggerDraft {
  return { category_id, position, title: '', description: null, active: true, conditions: { all: [], any: [] }, actions: [] }
}
