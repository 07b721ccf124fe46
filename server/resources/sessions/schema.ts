// SESSIONS: people signed in with a browser; who is, for how long, and ending that.
// Not here: checking a session on each call (auth/).
import Type from 'typebox'
import { input, Text } from '../../http/shape.ts'

export const SignInBody = input({ email: Text, password: Text })

export const Session = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  user_id: Type.Integer(),
  authenticated_at: Type.String(),
  last_seen_at: Type.String(),
})
export const SomeSessions = Type.Object({ sessions: Type.Array(Session) })
export const OneSession = Type.Object({ session: Session })
export const Renewed = Type.Object({ authenticity_token: Type.String() })
