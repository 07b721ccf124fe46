/**
 * What the fields that have a key share on the wire, in both directions: those of users, organizations, custom objects and assets.
 * @source docs/reference/people.md §7; docs/reference/custom_objects.md §2; docs/reference/employee_service.md §1.5
 */
import Type, { type Static } from 'typebox'
import { anyObject, flag, text, textOrNull, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, Line, Members, Text, Whole } from '#http/shape.ts'
import { OptionList, OptionOfField } from './options.ts'

export const KeyedFieldInput = defineInput({
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
export type KeyedFieldInput = Static<typeof KeyedFieldInput>

/** Members that only fields of some type have. */
export const TypeMembers = Type.Partial(
  Type.Object({
    tag: textOrNull,
    custom_field_options: Type.Array(OptionOfField),
    relationship_target_type: textOrNull,
    relationship_filter: anyObject,
  }),
)

/** A field in answers; further members depend on its type. */
export const KeyedField = Type.Object({
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
  ...TypeMembers.properties,
})
