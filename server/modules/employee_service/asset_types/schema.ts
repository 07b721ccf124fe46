/** What a type of assets is on the wire, in both directions. @source docs/reference/employee_service.md §1.2 */
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, texts, whole } from '#http/answer_shape.ts'
import { defineInput, Name, ShortKey, Text, wrapInKey } from '#http/shape.ts'

export const AssetTypeInput = defineInput({ name: Name, description: Text, external_id: ShortKey, parent_id: Name })
export type AssetTypeInput = Static<typeof AssetTypeInput>
export const AssetTypeBody = wrapInKey('asset_type', AssetTypeInput)

export const AssetType = Type.Object({
  url: text,
  id: text,
  name: text,
  description: textOrNull,
  external_id: textOrNull,
  parent_id: textOrNull,
  hierarchy_depth: whole,
  is_standard: flag,
  field_keys: texts,
  created_by_user_id: whole,
  updated_by_user_id: whole,
  created_at: text,
  updated_at: text,
})
