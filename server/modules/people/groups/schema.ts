/** What a group is on the wire, in both directions. @source docs/reference/people.md §5 */
import Type, { type Static } from 'typebox'
import { Flag, input, Name, Text, wrapped } from '../../../http/shape.ts'

export const GroupInput = input({ name: Name, description: Text, is_public: Flag })
export type GroupInput = Static<typeof GroupInput>
export const GroupBody = wrapped('group', GroupInput)

export const Group = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  is_public: Type.Boolean(),
  name: Type.String(),
  description: Type.String(),
  default: Type.Boolean(),
  deleted: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
