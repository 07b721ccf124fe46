/** What an API token is on the wire, in both directions. @source docs/reference/authentication.md §2; docs/reference/specification.md §2 */
import Type, { type Static } from 'typebox'
import { Anything, Flag, Id, input, Moment, Text, Whole, wrapped } from '../../../http/shape.ts'

/** The two cases in which a token needs no access request. @source docs/reference/specification.md §5.6.6 */
export const EXCEPTIONS = ['personal_use', 'team_automation'] as const

/** Members by which a caller may ask for less than administrator level; read only to be refused. */
const LEVELS = { role: Anything, level: Anything, permission: Anything, scopes: Anything }

const WordsOrNull = Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } })

export const NewApiTokenInput = input({
  description: Text,
  exception: Text,
  reason: Text,
  assigned_user_id: Id,
  expires_at: Moment,
  allowed_ips: WordsOrNull,
  per_minute: Whole,
  ...LEVELS,
})
export type NewApiTokenInput = Static<typeof NewApiTokenInput>
export const NewApiTokenBody = wrapped('api_token', NewApiTokenInput)

export const ApiTokenInput = input({
  description: Text,
  active: Flag,
  expires_at: Moment,
  allowed_ips: WordsOrNull,
  per_minute: Whole,
  /** Read only to be refused. */
  assigned_user_id: Id,
  ...LEVELS,
})
export type ApiTokenInput = Static<typeof ApiTokenInput>
export const ApiTokenBody = wrapped('api_token', ApiTokenInput)

/** How long the old token may be silent before it dies; seven days unless said otherwise. */
export const RotationBody = wrapped('rotation', input({ silent_days: Whole }))

const OrNull = { type: ['string', 'null'] }
const IdOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const MEMBERS = {
  id: Type.Integer(),
  url: Type.String(),
  user_id: Type.Integer(),
  /** Null unless `include_users=true` asks for it. */
  user_name: Type.Unsafe<string | null>(OrNull),
  user_email: Type.Unsafe<string | null>(OrNull),
  /** The administrator a token is bound to; null = it acts as whoever is named beside it. */
  assigned_user_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  /** Null unless `include_users=true` asks for it. */
  assigned_user_name: Type.Unsafe<string | null>(OrNull),
  /** Why every call with it is refused though it is active; null when it works. */
  stopped_because: Type.Unsafe<string | null>(OrNull),
  description: Type.String(),
  active: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
  last_used: Type.Unsafe<string | null>(OrNull),
  visible_token: Type.String(),
  expires_at: Type.Unsafe<string | null>(OrNull),
  exception: Type.Unsafe<string | null>(OrNull),
  reason: Type.Unsafe<string | null>(OrNull),
  access_request_id: IdOrNull,
  integration_id: IdOrNull,
  /** Networks in CIDR notation; null = everywhere. */
  allowed_ips: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  per_minute: IdOrNull,
  /** Rotation: the token that takes its place, since when, and after how many silent days this one dies. */
  replaced_by_id: IdOrNull,
  replaced_at: Type.Unsafe<string | null>(OrNull),
  silent_days: IdOrNull,
  deactivated_at: Type.Unsafe<string | null>(OrNull),
  deactivation_reason: Type.Unsafe<string | null>(OrNull),
  /** What the caller may do now with its value: rotate. */
  allowed_acts: Type.Array(Type.String()),
}

export const ApiToken = Type.Object(MEMBERS, { additionalProperties: false })
/** The answer to creating a token alone holds its value. */
export const CreatedApiToken = Type.Object({ ...MEMBERS, token: Type.String() }, { additionalProperties: false })

const CALLER = {
  user_agent: Type.Unsafe<string | null>(OrNull),
  ip_address: Type.Unsafe<string | null>(OrNull),
  email: Type.Unsafe<string | null>(OrNull),
}
const USE = { calls: Type.Integer(), last_at: Type.String() }

/** What calls with a token, of the last days; times by the machine's clock, as the request log has them. */
export const Impact = Type.Object(
  {
    days: Type.Integer(),
    calls: Type.Integer(),
    /** Calls that were answered with 400 or above. */
    errors: Type.Integer(),
    writes: Type.Integer(),
    first_at: Type.Unsafe<string | null>(OrNull),
    last_at: Type.Unsafe<string | null>(OrNull),
    /** Whole days since the last call; null when there was none. */
    quiet_days: IdOrNull,
    caller_count: Type.Integer(),
    endpoint_count: Type.Integer(),
    /** Those with the most calls, at most 50; as `endpoints`. */
    callers: Type.Array(Type.Object({ ...CALLER, ...USE }, { additionalProperties: false })),
    endpoints: Type.Array(
      Type.Object({ method: Type.String(), route: Type.String(), writes: Type.Integer(), ...USE }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)

export const LateCaller = Type.Object({ ...CALLER, method: Type.String(), route: Type.String(), ...USE }, { additionalProperties: false })
