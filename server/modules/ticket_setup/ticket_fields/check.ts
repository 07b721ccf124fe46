/** What is wrong with a ticket field as it would be saved. Pure. @source docs/reference/fields_and_forms.md §1, §2 */
import type { Details } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { checkDefinition } from '#modules/custom_data/custom_fields/definition.ts'
import { TICKET_FIELD_TYPES } from '#modules/custom_data/custom_fields/types.ts'
import type { Draft } from './draft.ts'
import { isRemovable } from './removable.ts'

/** Problems of a field. A system field keeps its type, its options and its presence in every ticket. */
export function checkTicketField(draft: Draft, system: boolean): Details {
  // the types of system fields are fixed: check only the members that every field has
  const found = system ? checkDefinition({ ...draft, type: 'text' }, ['text']) : checkDefinition(draft, TICKET_FIELD_TYPES)
  if (!draft.active && !isRemovable({ system, type: draft.type }))
    found.active = [{ description: 'Active: a system field of this type cannot be switched off', error: 'InvalidValue' }]
  if (draft.type === 'priority' && draft.sub_type_id !== 0 && draft.sub_type_id !== 1) found.sub_type_id = [makeInvalidProblem('Sub type')]
  return found
}
