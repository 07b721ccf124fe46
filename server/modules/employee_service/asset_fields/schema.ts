/** What a field of assets is on the wire, in both directions. @source docs/reference/employee_service.md §1.5 */
import Type, { type Static } from 'typebox'
import { flag } from '#http/answer_shape.ts'
import { Flag, defineInput, wrapInKey } from '#http/shape.ts'
import { KeyedField, KeyedFieldInput } from '#modules/custom_data/custom_fields/keyed_field_schema.ts'

export const AssetFieldInput = defineInput({ ...KeyedFieldInput.properties, required: Flag })
export type AssetFieldInput = Static<typeof AssetFieldInput>
export const AssetFieldBody = wrapInKey('field', AssetFieldInput)

/** A field in answers; further members depend on its type. */
export const AssetField = Type.Object({ ...KeyedField.properties, readonly: flag, required: flag })
