/** A brand as JSON, in requests and responses. @source docs/reference/account.md §1 */
import Type, { type Static } from 'typebox'
import { Flag, input, listQuery, Name, Text, Word, wrapped } from '../../../http/shape.ts'

export const BrandInput = input({ name: Name, subdomain: Name, host_mapping: Name, active: Flag, default: Flag, signature_template: Text })
export type BrandInput = Static<typeof BrandInput>
export const BrandBody = wrapped('brand', BrandInput)
export const BrandQuery = listQuery({ include_deleted: Flag })
export const HostMappingQuery = Type.Partial(Type.Object({ host_mapping: Word, subdomain: Word }))

export const Brand = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  name: Type.String(),
  brand_url: Type.String(),
  subdomain: Type.String(),
  host_mapping: Type.Union([Type.String(), Type.Null()]),
  has_help_center: Type.Boolean(),
  help_center_state: Type.String(),
  active: Type.Boolean(),
  default: Type.Boolean(),
  is_deleted: Type.Boolean(),
  logo: Type.Union([Type.Null(), Type.Object({ id: Type.Integer(), content_url: Type.String() })]),
  ticket_form_ids: Type.Array(Type.Integer()),
  signature_template: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
  user_separation: Type.String(),
})

export const HostMapping = Type.Object({
  is_valid: Type.Boolean(),
  reason: Type.Optional(Type.String()),
  cname: Type.Union([Type.String(), Type.Null()]),
  expected_cnames: Type.Array(Type.String()),
})
