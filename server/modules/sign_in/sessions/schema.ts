// SESSIONS: users signed in with a browser: listing and ending their sessions.
// Not here: checking the session of each request (auth/).
import Type from 'typebox'
import { flag, oneOf, text, textOrNull, whole } from '#http/answer_shape.ts'
import { Address, defineInput, Text } from '#http/shape.ts'
import { OneCurrentUser } from '#modules/people/users/schema.ts'

export const SignInBody = defineInput({ email: Address, password: Text })

export const SecondFactorCodeBody = defineInput({ challenge: Text, code: Text })
/** What stands between the password and the session of who has a second factor. */
export const SecondStep = Type.Object({ second_factor: Type.Object({ challenge: text, expires_in: whole }) })
/** 201 with the user, or 202 with a challenge if a second factor is required. */
export const SignInAnswer = Type.Union([OneCurrentUser, SecondStep])

/** The ways to sign in. */
export const SESSION_METHODS = ['password', 'sso'] as const
/** The credentials of a call without a session. */
export const CALL_METHODS = ['password', 'api_token', 'oauth'] as const

export const Session = Type.Object({
  id: whole,
  url: text,
  user_id: whole,
  authenticated_at: text,
  last_seen_at: text,
  ip_address: textOrNull,
  user_agent: textOrNull,
  method: oneOf(SESSION_METHODS),
  second_factor: flag,
})
export const SomeSessions = Type.Object({ sessions: Type.Array(Session) })
export const OneSession = Type.Object({ session: Session })
export const OwnSession = Type.Object({
  session: Type.Object({ ...Session.properties, method: oneOf([...new Set([...SESSION_METHODS, ...CALL_METHODS])]) }),
})
export const Renewed = Type.Object({ authenticity_token: text })
