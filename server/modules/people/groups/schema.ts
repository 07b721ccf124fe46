/** What a group is on the wire, in both directions. @source docs/reference/people.md §5 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, Name, Text, wrapInKey } from '#http/shape.ts'

export const GroupInput = defineInput({ name: Name, description: Text, is_public: Flag })
export type GroupInput = Static<typeof GroupInput>
export const GroupBody = wrapInKey('group', GroupInput)

export const Group = Type.Object({
  url: text,
  id: whole,
  is_public: flag,
  name: text,
  description: text,
  default: flag,
  deleted: flag,
  created_at: text,
  updated_at: text,
})
