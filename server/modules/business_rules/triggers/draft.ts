/** A trigger after a request. Pure. */
import { blankMembers, membersAfter } from '../rules/trigger_members.ts'
import type { TriggerInput } from './schema.ts'
import type { TriggerDraft } from './store.ts'

/** The trigger as it would be saved. Absent members stay. */
export function draftOf(before: TriggerDraft, input: TriggerInput): TriggerDraft {
  return { ...membersAfter(before, input), category_id: input.category_id ?? before.category_id }
}

/** A new trigger before the members of the request: active, at a position of a category. */
export function blankDraft(category_id: number, position: number): TriggerDraft {
  return { ...blankMembers(position), category_id }
}
