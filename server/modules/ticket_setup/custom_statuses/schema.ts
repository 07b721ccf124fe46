/** Request and response schemas of custom statuses. @source docs/reference/tickets.md §3.4 */
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, Line, Name, Tags, Text, Word, wrapInKey } from '#http/shape.ts'

const writable = { agent_label: Line, end_user_label: Line, description: Text, end_user_description: Text, active: Flag }

export const CustomStatusInput = defineInput({ status_category: Name, ...writable })
export type CustomStatusInput = Static<typeof CustomStatusInput>
export const CustomStatusBody = wrapInKey('custom_status', CustomStatusInput)
export const CustomStatusChangeBody = wrapInKey('custom_status', defineInput(writable))

export const DefaultsBody = wrapInKey('ids', Tags)
export const CustomStatusQuery = Type.Partial(Type.Object({ status_categories: Word, active: Flag, default: Flag }))

export const CustomStatus = Type.Object({
  url: text,
  id: whole,
  status_category: text,
  agent_label: text,
  raw_agent_label: text,
  end_user_label: text,
  raw_end_user_label: text,
  description: textOrNull,
  raw_description: textOrNull,
  end_user_description: textOrNull,
  raw_end_user_description: textOrNull,
  active: flag,
  default: flag,
  created_at: text,
  updated_at: text,
})
