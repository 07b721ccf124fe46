/** Password links on the wire. */
import Type from 'typebox'
import { input, Text, wrapped } from '../../../http/shape.ts'

/** The token from the fragment (after the #) of the link, and the password when setting it. */
export const PasswordLinkBody = wrapped('password_link', input({ token: Text, password: Text }))

/** The address of a user who cannot sign in. */
export const ForgottenBody = wrapped('forgotten_password', input({ email: Text }))

const text = Type.String()

/** The user whose password is chosen, and the requirements. */
export const PasswordLinkAnswer = Type.Object({
  password_link: Type.Object({ name: text, email: text, is_first: Type.Boolean(), requirements: Type.Array(text) }),
})
export const PasswordSetAnswer = Type.Object({ password_link: Type.Object({ email: text }) })
export const SentLinkAnswer = Type.Object({ password_link: Type.Object({ email: text, is_first: Type.Boolean(), expires_at: text }) })
