/** What a custom object is on the wire, in both directions. @source docs/reference/custom_objects.md §1 */
import Type, { type Static } from 'typebox'
import { Flag, input, Text, wrapped } from '../../../http/shape.ts'

export const CustomObjectInput = input({
  key: Text,
  title: Text,
  raw_title: Text,
  title_pluralized: Text,
  raw_title_pluralized: Text,
  description: Text,
  raw_description: Text,
  include_in_list_view: Flag,
  allows_attachments: Flag,
  allows_photos: Flag,
})
export type CustomObjectInput = Static<typeof CustomObjectInput>
export const CustomObjectBody = wrapped('custom_object', CustomObjectInput)

export const CustomObject = Type.Object({
  url: Type.String(),
  key: Type.String(),
  created_by_user_id: Type.String(),
  updated_by_user_id: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
  title: Type.String(),
  raw_title: Type.String(),
  title_pluralized: Type.String(),
  raw_title_pluralized: Type.String(),
  description: Type.String(),
  raw_description: Type.String(),
  include_in_list_view: Type.Boolean(),
  allows_attachments: Type.Boolean(),
  allows_photos: Type.Boolean(),
})

/** The current number of records of a kind, and its limit. */
export const Limits = Type.Object({ count: Type.Integer(), limit: Type.Integer() })
