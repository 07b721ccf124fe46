/** What a location of assets is on the wire, in both directions. @source docs/reference/employee_service.md §1.3 */
import Type, { type Static } from 'typebox'
import { text, textOrNull } from '#http/answer_shape.ts'
import { defineInput, Name, ShortKey, wrapInKey } from '#http/shape.ts'

export const AssetLocationInput = defineInput({ name: Name, external_id: ShortKey })
export type AssetLocationInput = Static<typeof AssetLocationInput>
export const AssetLocationBody = wrapInKey('location', AssetLocationInput)

export const AssetLocation = Type.Object({
  url: text,
  id: text,
  name: text,
  external_id: textOrNull,
  created_at: text,
  updated_at: text,
})
