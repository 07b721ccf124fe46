/** What a field of a custom object is on the wire, in both directions. @source docs/reference/custom_objects.md §2 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, Text, Whole, wrapInKey } from '#http/shape.ts'
import { KeyedField, KeyedFieldInput } from '../custom_fields/keyed_field_schema.ts'

const PropertiesInput = defineInput({
  is_unique: Flag,
  autoincrement_enabled: Flag,
  autoincrement_prefix: Text,
  autoincrement_padding: Whole,
  autoincrement_next_sequence: Whole,
})
export const ObjectFieldInput = defineInput({ ...KeyedFieldInput.properties, required: Flag, properties: PropertiesInput })
export type ObjectFieldInput = Static<typeof ObjectFieldInput>
export const ObjectFieldBody = wrapInKey('custom_object_field', ObjectFieldInput)

/** The name alone can be numbered. */
export const Properties = Type.Object({
  is_unique: flag,
  autoincrement_enabled: Type.Optional(flag),
  autoincrement_prefix: Type.Optional(text),
  autoincrement_padding: Type.Optional(whole),
  autoincrement_next_sequence: Type.Optional(whole),
})
/** A field in answers; further members depend on its type. */
export const ObjectField = Type.Object({ ...KeyedField.properties, readonly: flag, required: flag, properties: Properties })
