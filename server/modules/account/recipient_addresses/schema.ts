// SUPPORT ADDRESSES: the e-mail addresses of an account's brands that customers write to.
// Not here: fetching mail, and outgoing mail (mails/).
import Type, { type Static } from 'typebox'
import { Flag, Id, input, Name, wrapped } from '../../../http/shape.ts'

export const AddressInput = input({ name: Name, email: Name, brand_id: Id, default: Flag })
export type AddressInput = Static<typeof AddressInput>
export const AddressBody = wrapped('recipient_address', AddressInput)
export const VerifyBody = input({ type: Name })

const Address = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  brand_id: Type.Integer(),
  default: Type.Boolean(),
  name: Type.String(),
  email: Type.String(),
  forwarding_status: Type.String(),
  spf_status: Type.String(),
  cname_status: Type.String(),
  domain_verification_status: Type.String(),
  domain_verification_code: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
export const OneAddress = Type.Object({ recipient_address: Address })
export const SomeAddresses = Type.Object({ recipient_addresses: Type.Array(Address) })
