/** Links to choose a password by, on the wire. */
import Type from 'typebox'
import { input, Text, wrapped } from '../../../http/shape.ts'

/** What stands behind the # of the link, and for setting it the password. */
export const PasswordLinkBody = wrapped('password_link', input({ token: Text, password: Text }))

/** Who cannot sign in. */
export const ForgottenBody = wrapped('forgotten_password', input({ email: Text }))

const text = Type.String()

/** Whose password is chosen, and what it must be. */
export const PasswordLinkAnswer = Type.Object({
  password_link: Type.Object({ name: text, email: text, is_first: Type.Boolean(), requirements: Type.Array(text) }),
})
export const PasswordSetAnswer = Type.Object({ password_link: Type.Object({ email: text }) })
export const SentLinkAnswer = Type.Object({ password_link: Type.Object({ email: text, is_first: Type.Boolean(), expires_at: text }) })
