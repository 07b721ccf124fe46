// SECOND FACTORS: proof of identity besides the password: a code from an authenticator app, or a recovery code.
// Not here: the two steps of signing in (sessions/), and who must have one (account_settings/).
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, texts, whole } from '#http/answer_shape.ts'
import { defineInput, Text, wrapInKey } from '#http/shape.ts'

export const SecondFactorInput = defineInput({ password: Text, code: Text })
export type SecondFactorInput = Static<typeof SecondFactorInput>
export const SecondFactorBody = wrapInKey('second_factor', SecondFactorInput)

export const SecondFactor = Type.Object({
  enabled: flag,
  pending: flag,
  required: flag,
  allowed: flag,
  enabled_at: textOrNull,
  recovery_codes_left: whole,
})

export const OneSecondFactor = Type.Object({ second_factor: SecondFactor })
/** The only answer that contains the secret. */
export const NewSecondFactor = Type.Object({
  second_factor: Type.Object({ ...SecondFactor.properties, secret: text, otpauth_url: text }),
})
/** The only answers that contain recovery codes. */
export const WithRecoveryCodes = Type.Object({ second_factor: SecondFactor, recovery_codes: texts })
