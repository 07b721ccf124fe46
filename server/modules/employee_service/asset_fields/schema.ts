/** What a field of assets is on the wire, in both directions. @source docs/reference/employee_service.md §1.5 */
import Type, { type Static } from 'typebox'
import { anyObject, flag, text, textOrNull, whole } from '../../../http/answer_shape.ts'
import { Flag, input, Line, Members, Text, Whole, wrapped } from '../../../http/shape.ts'
import { OptionList, OptionOfField } from '../../custom_data/custom_fields/options.ts'

export const AssetFieldInput = input({
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
})
export type AssetFieldInput = Static<typeof AssetFieldInput>
export const AssetFieldBody = wrapped('field', AssetFieldInput)

/** A field in answers; further members depend on its type. */
export const AssetField = Type.Object({
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
  created_at: text,
  updated_at: text,
  tag: Type.Optional(textOrNull),
  custom_field_options: Type.Optional(Type.Array(OptionOfField)),
  relationship_target_type: Type.Optional(textOrNull),
  relationship_filter: Type.Optional(anyObject),
})
