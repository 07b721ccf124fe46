/** Request and response schemas of the files of macros. @source docs/reference/business_rules.md §5.4 */
import Type from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { defineInput, Text } from '#http/shape.ts'

/** The fields besides the file, when it is sent in a form. */
export const MacroFileBody = defineInput({ filename: Text, attachment: Text })

export const MacroAttachment = Type.Object({
  url: text,
  id: whole,
  filename: text,
  content_type: text,
  content_url: text,
  size: whole,
  created_at: text,
})
