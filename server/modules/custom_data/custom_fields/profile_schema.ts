/** What a field of users or organizations is on the wire, in both directions. @source docs/reference/people.md §7 */
import Type, { type Static } from 'typebox'
import { anyObject, flag, text, textOrNull, whole } from '../../../http/answer_shape.ts'
import { Flag, input, Line, Members, Text, Whole, wrapped } from '../../../http/shape.ts'
import { OptionInput, OptionList, OptionOfField } from './options.ts'

export const ProfileFieldInput = input({
  key: Text,
  type: Text,
  title: Line,
  raw_title: Line,
  description: Text,
  raw_description: Text,
  position: Whole,
  active: Flag,
  regexp_for_validation: Text,
  tag: Line,
  custom_field_options: OptionList,
  relationship_target_type: Text,
  relationship_filter: Members,
})
export type ProfileFieldInput = Static<typeof ProfileFieldInput>

export const OptionBody = wrapped('custom_field_option', OptionInput)

/** A field in answers; further members depend on its type. */
export const ProfileField = Type.Object({
  url: text,
  id: whole,
  type: text,
  key: text,
  title: text,
  description: text,
  raw_title: text,
  raw_description: text,
  position: whole,
  active: flag,
  system: flag,
  regexp_for_validation: textOrNull,
  created_at: text,
  updated_at: text,
  tag: Type.Optional(textOrNull),
  custom_field_options: Type.Optional(Type.Array(OptionOfField)),
  relationship_target_type: Type.Optional(textOrNull),
  relationship_filter: Type.Optional(anyObject),
})
