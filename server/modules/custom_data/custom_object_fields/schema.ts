/** What a field of a custom object is on the wire, in both directions. @source docs/reference/custom_objects.md §2 */
import Type, { type Static } from 'typebox'
import { Flag, Hash, input, Text, Whole, wrapped } from '../../../http/shape.ts'
import { OptionList } from '../custom_fields/options.ts'

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
  title: Text,
  raw_title: Text,
  description: Text,
  raw_description: Text,
  position: Whole,
  active: Flag,
  required: Flag,
  regexp_for_validation: Text,
  tag: Text,
  custom_field_options: OptionList,
  relationship_target_type: Text,
  relationship_filter: Hash,
  properties: PropertiesInput,
})
export type ObjectFieldInput = Static<typeof ObjectFieldInput>
export const ObjectFieldBody = wrapped('custom_object_field', ObjectFieldInput)

/** A field in answers; further members depend on its type. */
export const ObjectField = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  type: Type.String(),
  key: Type.String(),
  title: Type.String(),
  description: Type.String(),
  raw_title: Type.String(),
  raw_description: Type.String(),
  position: Type.Integer(),
  active: Type.Boolean(),
  system: Type.Boolean(),
  readonly: Type.Boolean(),
  required: Type.Boolean(),
  regexp_for_validation: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  properties: Type.Object({}),
  created_at: Type.String(),
  updated_at: Type.String(),
})
