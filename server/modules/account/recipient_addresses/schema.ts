// SUPPORT ADDRESSES: the e-mail addresses of an account's brands that customers write to.
// Not here: fetching mail, and outgoing mail (mails/).
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { Flag, Id, defineInput, Name, ShortAddress, wrapInKey } from '#http/shape.ts'

export const AddressInput = defineInput({ name: Name, email: ShortAddress, brand_id: Id, default: Flag })
export type AddressInput = Static<typeof AddressInput>
export const AddressBody = wrapInKey('recipient_address', AddressInput)
export const VerifyBody = defineInput({ type: Name })

export const Address = Type.Object({
  url: text,
  id: whole,
  brand_id: whole,
  default: flag,
  name: text,
  email: text,
  forwarding_status: text,
  spf_status: text,
  cname_status: text,
  domain_verification_status: text,
  domain_verification_code: text,
  created_at: text,
  updated_at: text,
})
export const OneAddress = Type.Object({ recipient_address: Address })
export const SomeAddresses = Type.Object({ recipient_addresses: Type.Array(Address) })
