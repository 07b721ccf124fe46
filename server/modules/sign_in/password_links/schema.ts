/** Password links on the wire. */
import Type from 'typebox'
import { flag, text, texts } from '#http/answer_shape.ts'
import { SentMail } from '#modules/common/mails/schema.ts'
import { Address, defineInput, Text, wrapInKey } from '#http/shape.ts'

/** The token from the fragment (after the #) of the link, and the password when setting it. */
export const PasswordLinkBody = wrapInKey('password_link', defineInput({ token: Text, password: Text }))

/** The address that the caller means the link to go to. */
export const SendLinkBody = Type.Partial(wrapInKey('password_link', defineInput({ address: Address })))

/** The address of a user who cannot sign in. */
export const ForgottenBody = wrapInKey('forgotten_password', defineInput({ email: Address }))

/** The same for every address: nobody learns by it who has an account. */
export const NothingSaid = Type.Object({})
/** The user whose password is chosen, and the requirements. */
export const PasswordLinkAnswer = Type.Object({
  password_link: Type.Object({ name: text, email: text, is_first: flag, requirements: texts }),
})
export const PasswordSetAnswer = Type.Object({ password_link: Type.Object({ email: text }) })
export const SentLinkAnswer = Type.Object({
  password_link: Type.Object({ email: text, is_first: flag, expires_at: text, mail: SentMail }),
})
