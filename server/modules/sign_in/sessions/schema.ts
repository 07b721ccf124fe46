// SESSIONS: users signed in with a browser: listing and ending their sessions.
// Not here: checking the session of each request (auth/).
import Type from 'typebox'
import { input, Text } from '../../../http/shape.ts'

export const SignInBody = input({ email: Text, password: Text })

export const SecondFactorCodeBody = input({ challenge: Text, code: Text })
/** 201 with the user, or 202 with a challenge if a second factor is required. */
export const SignInAnswer = Type.Union([
  Type.Object({ user: Type.Object({ id: Type.Integer(), authenticity_token: Type.String() }) }),
  Type.Object({ second_factor: Type.Object({ challenge: Type.String(), expires_in: Type.Integer() }) }),
])

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })

export const Session = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  user_id: Type.Integer(),
  authenticated_at: Type.String(),
  last_seen_at: Type.String(),
  ip_address: textOrNull,
  user_agent: textOrNull,
  method: Type.String(),
  second_factor: Type.Boolean(),
})
export const SomeSessions = Type.Object({ sessions: Type.Array(Session) })
export const OneSession = Type.Object({ session: Session })
export const Renewed = Type.Object({ authenticity_token: Type.String() })
