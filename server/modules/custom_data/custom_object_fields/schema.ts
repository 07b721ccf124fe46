/** What a field of a custom object is on the wire, in both directions. @source docs/reference/custom_objects.md §2 */
import Type, { type Static } from 'typebox'
import { anyObject, flag, text, textOrNull, whole } from '../../../http/answer_shape.ts'
import { Flag, input, Line, Members, Text, Whole, wrapped } from '../../../http/shape.ts'
import { OptionList, OptionOfField } from '../custom_fields/options.ts'

const PropertiesInput = input({
  is_unique: Flag,
  autoincrement_enabled: Flag,
  autoincrement_prefix: Text,
  autoincrement_padding: Whole,
  autoincrement_next_sequence: Whole,
})
export const ObjectFieldInput = input({
  key: Text,
  type: Text,
  title: Line,
  raw_title: Line,
  description: Text,
  raw_description: Text,
  position: Whole,
  active: Flag,
  required: Flag,
  regexp_for_validation: Text,
  tag: Line,
  custom_field_options: OptionList,
  relationship_target_type: Text,
  relationship_filter: Members,
  properties: PropertiesInput,
})
export type ObjectFieldInput = Static<typeof ObjectFieldInput>
export const ObjectFieldBody = wrapped('custom_object_field', ObjectFieldInput)

/** The name alone can be numbered. */
export const Properties = Type.Object({
  is_unique: flag,
  autoincrement_enabled: Type.Optional(flag),
  autoincrement_prefix: Type.Optional(text),
  autoincrement_padding: Type.Optional(whole),
  autoincrement_next_sequence: Type.Optional(whole),
})
/** A field in answers; further members depend on its type. */
export const ObjectField = Type.Object({
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
  readonly: flag,
  required: flag,
  regexp_for_validation: textOrNull,
  properties: Properties,
  created_at: text,
  updated_at: text,
  tag: Type.Optional(textOrNull),
  custom_field_options: Type.Optional(Type.Array(OptionOfField)),
  relationship_target_type: Type.Optional(textOrNull),
  relationship_filter: Type.Optional(anyObject),
})
