/** What a custom object is on the wire, in both directions. @source docs/reference/custom_objects.md §1 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, Line, Text, wrapInKey } from '#http/shape.ts'

export const CustomObjectInput = defineInput({
  key: Text,
  title: Line,
  raw_title: Line,
  title_pluralized: Line,
  raw_title_pluralized: Line,
  description: Text,
  raw_description: Text,
  include_in_list_view: Flag,
  allows_attachments: Flag,
  allows_photos: Flag,
})
export type CustomObjectInput = Static<typeof CustomObjectInput>
export const CustomObjectBody = wrapInKey('custom_object', CustomObjectInput)

export const CustomObject = Type.Object({
  url: text,
  key: text,
  created_by_user_id: text,
  updated_by_user_id: text,
  created_at: text,
  updated_at: text,
  title: text,
  raw_title: text,
  title_pluralized: text,
  raw_title_pluralized: text,
  description: text,
  raw_description: text,
  include_in_list_view: flag,
  allows_attachments: flag,
  allows_photos: flag,
})

/** The current number of records of a kind, and its limit. */
export const Limits = Type.Object({ count: whole, limit: whole })
