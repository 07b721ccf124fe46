/** A brand as JSON, in requests and responses. @source docs/reference/account.md §1 */
import Type, { type Static } from 'typebox'
import { flag, orNull, text, textOrNull, texts, whole, wholes } from '#http/answer_shape.ts'
import { Flag, defineInput, listQuery, Name, Text, Word, wrapInKey } from '#http/shape.ts'
import { Photo } from '#modules/common/attachments/schema.ts'

export const BrandInput = defineInput({
  name: Name,
  subdomain: Name,
  host_mapping: Name,
  active: Flag,
  default: Flag,
  signature_template: Text,
})
export type BrandInput = Static<typeof BrandInput>
export const BrandBody = wrapInKey('brand', BrandInput)
export const BrandQuery = listQuery({ include_deleted: Flag })
export const HostMappingQuery = Type.Partial(Type.Object({ host_mapping: Word, subdomain: Word }))

export const Brand = Type.Object({
  url: text,
  id: whole,
  name: text,
  brand_url: text,
  subdomain: text,
  host_mapping: textOrNull,
  has_help_center: flag,
  help_center_state: text,
  active: flag,
  default: flag,
  is_deleted: flag,
  logo: orNull(Photo),
  ticket_form_ids: wholes,
  signature_template: text,
  created_at: text,
  updated_at: text,
  user_separation: text,
})

/** The result of a host-mapping check. `cname` is null if the host has no DNS record; `reason` says why the mapping is invalid. */
export const HostMapping = Type.Object({
  is_valid: flag,
  reason: Type.Optional(text),
  cname: textOrNull,
  expected_cnames: texts,
})
