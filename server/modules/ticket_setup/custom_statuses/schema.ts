/** Request and response schemas of custom statuses. @source docs/reference/tickets.md §3.4 */
import Type, { type Static } from 'typebox'
import { Flag, input, Name, Tags, Text, Word, wrapped } from '../../../http/shape.ts'

const writable = { agent_label: Text, end_user_label: Text, description: Text, end_user_description: Text, active: Flag }

export const CustomStatusInput = input({ status_category: Name, ...writable })
export type CustomStatusInput = Static<typeof CustomStatusInput>
export const CustomStatusBody = wrapped('custom_status', CustomStatusInput)
export const CustomStatusChangeBody = wrapped('custom_status', input(writable))

export const DefaultsBody = wrapped('ids', Tags)
export const CustomStatusQuery = Type.Partial(Type.Object({ status_categories: Word, active: Flag, default: Flag }))

const TextOrNull = Type.Union([Type.String(), Type.Null()])

export const CustomStatus = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  status_category: Type.String(),
  agent_label: Type.String(),
  raw_agent_label: Type.String(),
  end_user_label: Type.String(),
  raw_end_user_label: Type.String(),
  description: TextOrNull,
  raw_description: TextOrNull,
  end_user_description: TextOrNull,
  raw_end_user_description: TextOrNull,
  active: Type.Boolean(),
  default: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
