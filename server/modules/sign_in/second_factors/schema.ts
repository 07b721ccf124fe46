// SECOND FACTORS: proof of identity besides the password: a code from an authenticator app, or a recovery code.
// Not here: the two steps of signing in (sessions/), and who must have one (account_settings/).
import Type, { type Static } from 'typebox'
import { input, Text, wrapped } from '../../../http/shape.ts'

export const SecondFactorInput = input({ password: Text, code: Text })
export type SecondFactorInput = Static<typeof SecondFactorInput>
export const SecondFactorBody = wrapped('second_factor', SecondFactorInput)

const STATE = {
  enabled: Type.Boolean(),
  pending: Type.Boolean(),
  required: Type.Boolean(),
  allowed: Type.Boolean(),
  enabled_at: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  recovery_codes_left: Type.Integer(),
}

export const OneSecondFactor = Type.Object({ second_factor: Type.Object(STATE) })
/** The only answer that contains the secret. */
export const NewSecondFactor = Type.Object({
  second_factor: Type.Object({ ...STATE, secret: Type.String(), otpauth_url: Type.String() }),
})
/** The only answers that contain recovery codes. */
export const WithRecoveryCodes = Type.Object({ second_factor: Type.Object(STATE), recovery_codes: Type.Array(Type.String()) })
