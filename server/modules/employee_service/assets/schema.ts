/** What an asset is on the wire, in both directions. @source docs/reference/employee_service.md §1.1 */
import Type, { type Static } from 'typebox'
import { anyObject, text, textOrNull, wholeOrNull } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Id, defineInput, Keys, listOf, listQuery, Members, Name, SearchText, ShortKey, Text, Value, Word, wrapInKey } from '#http/shape.ts'

/** A number, or its digits, or null. */
const Amount = Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], maxLength: 400 })

export const AssetInput = defineInput({
  name: Name,
  asset_type_id: Name,
  status_id: Name,
  location_id: Name,
  user_id: Id,
  organization_id: Id,
  external_id: ShortKey,
  asset_tag: Name,
  serial_number: Name,
  manufacturer: Name,
  model: Name,
  vendor: Name,
  notes: Text,
  purchase_cost: Amount,
  purchase_date: Name,
  warranty_expiration: Name,
  custom_field_values: Members,
})
export type AssetInput = Static<typeof AssetInput>
export const AssetBody = wrapInKey('asset', AssetInput)

export const AssetJobBody = wrapInKey('job', defineInput({ action: Text, items: listOf(Value, MAX_AT_ONCE) }))

export const AssetsQuery = listQuery({ 'filter[ids]': Word, 'filter[external_ids]': Keys })
export const AssetSearchQuery = listQuery({ query: SearchText })
export const AssetFilterBody = defineInput({ filter: Members })

export const Asset = Type.Object({
  url: text,
  id: text,
  name: text,
  asset_type_id: text,
  status_id: text,
  location_id: textOrNull,
  user_id: wholeOrNull,
  organization_id: wholeOrNull,
  external_id: textOrNull,
  asset_tag: textOrNull,
  serial_number: textOrNull,
  manufacturer: textOrNull,
  model: textOrNull,
  vendor: textOrNull,
  notes: textOrNull,
  purchase_cost: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
  purchase_date: textOrNull,
  warranty_expiration: textOrNull,
  custom_field_values: anyObject,
  created_at: text,
  updated_at: text,
})
