/** A macro after a request. Pure. */
import { actionsOf, titleAfter } from '../rules/members.ts'
import type { Restriction } from '../rules/restriction.ts'
import type { MacroInput } from './schema.ts'
import type { MacroDraft } from './store.ts'

/** Macros of one's own go behind those that ship with an instance. @source docs/reference/business_rules.md §8 */
export const FIRST_POSITION = 10_000

/** The defaults of a new macro: active, for everyone. */
export const BLANK_MACRO: MacroDraft = {
  title: '',
  active: true,
  position: FIRST_POSITION,
  description: null,
  actions: [],
  group_ids: null,
  owner_id: null,
}

/** The macro as it would be saved. Absent members stay; a list in the request replaces the stored one. `restriction`: as it was read. */
export function draftOf(before: MacroDraft, input: MacroInput, restriction: Restriction | undefined): MacroDraft {
  const { group_ids, owner_id } = restriction ?? before
  return {
    title: titleAfter(before.title, input),
    active: input.active ?? before.active,
    position: input.position ?? before.position,
    description: input.description === undefined ? before.description : input.description,
    actions: actionsOf(input.actions) ?? before.actions,
    group_ids,
    owner_id,
  }
}
