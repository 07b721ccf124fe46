import type { Details } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import type { GroupInput } from './schema.ts'

/** What is wrong with a group as it would be saved. The caller looks up `nameTaken` in the store. @source docs/reference/people.md §5 */
export function checkGroup(group: { name: string }, nameTaken: boolean): Details {
  if (group.name.trim() === '') return { name: [makeBlankProblem('Name')] }
  if (nameTaken) return { name: [{ description: 'Name: has already been taken', error: 'DuplicateValue' }] }
  return {}
}

/** `is_public` cannot be changed. @source docs/reference/people.md §5 */
export function checkPrivacy(before: { is_public: boolean }, input: GroupInput): Details {
  const turnsPrivate = before.is_public && input.is_public === false
  const turnsPublic = !before.is_public && input.is_public === true
  return turnsPrivate || turnsPublic ? { is_public: [{ description: 'Is public: cannot be changed', error: 'InvalidValue' }] } : {}
}
