/** What an identity is on the wire: an address or account by which a user is known. @source docs/reference/people.md §2 */
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, Line, Text, Word, wrapInKey } from '#http/shape.ts'

export const IdentityInput = defineInput({
  type: Word,
  value: Line,
  verified: Flag,
  verification_method: Word,
  primary: Flag,
  skip_verify_email: Flag,
})
export type IdentityInput = Static<typeof IdentityInput>
export const IdentityBody = wrapInKey('identity', IdentityInput)

export const Identity = Type.Object({
  url: text,
  id: whole,
  user_id: whole,
  type: text,
  value: text,
  verified: flag,
  primary: flag,
  created_at: text,
  updated_at: text,
  undeliverable_count: whole,
  deliverable_state: text,
  verified_at: textOrNull,
  verification_method: text,
})
export const OneIdentity = Type.Object({ identity: Identity })
/** The token from the fragment (after the #) of a mailed link. */
export const VerificationBody = wrapInKey('verification', defineInput({ token: Text }))
export const VerifiedAddress = Type.Object({ verification: Type.Object({ email: text }) })
export const SomeIdentities = Type.Object({ identities: Type.Array(Identity) })
