/** What an API token is on the wire, in both directions. @source auth.md §2, spec §2 */
import Type, { type Static } from 'typebox'
import { Anything, Flag, Id, input, Moment, Text, wrapped } from '../../http/shape.ts'

/** The two cases in which a token needs no access request. @source spec §5.6 rule 2 for tokens */
export const EXCEPTIONS = ['personal_use', 'team_automation'] as const

/** Members by which a caller may ask for less than administrator level; read only to be refused. */
const LEVELS = { role: Anything, level: Anything, permission: Anything, scopes: Anything }
const LevelInput = input(LEVELS)
export type LevelInput = Static<typeof LevelInput>

export const NewApiTokenInput = input({
  description: Text,
  exception: Text,
  reason: Text,
  assigned_user_id: Id,
  expires_at: Moment,
  ...LEVELS,
})
export type NewApiTokenInput = Static<typeof NewApiTokenInput>
export const NewApiTokenBody = wrapped('api_token', NewApiTokenInput)

export const ApiTokenInput = input({ description: Text, active: Flag, expires_at: Moment, ...LEVELS })
export type ApiTokenInput = Static<typeof ApiTokenInput>
export const ApiTokenBody = wrapped('api_token', ApiTokenInput)

const OrNull = { type: ['string', 'null'] }
const MEMBERS = {
  id: Type.Integer(),
  url: Type.String(),
  user_id: Type.Integer(),
  /** Null unless `include_users=true` asks for it. */
  user_name: Type.Unsafe<string | null>(OrNull),
  user_email: Type.Unsafe<string | null>(OrNull),
  assigned_user_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  description: Type.String(),
  active: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
  last_used: Type.Unsafe<string | null>(OrNull),
  visible_token: Type.String(),
  expires_at: Type.Unsafe<string | null>(OrNull),
  exception: Type.Unsafe<string | null>(OrNull),
  reason: Type.Unsafe<string | null>(OrNull),
}

export const ApiToken = Type.Object(MEMBERS, { additionalProperties: false })
/** The answer to creating a token alone holds its value. */
export const CreatedApiToken = Type.Object({ ...MEMBERS, token: Type.String() }, { additionalProperties: false })
