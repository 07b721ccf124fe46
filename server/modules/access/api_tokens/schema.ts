/** The JSON of API tokens, as input and as output. @source docs/reference/authentication.md §2; docs/reference/specification.md §2 */
import Type, { type Static } from 'typebox'
import { Anything, Flag, Id, input, Moment, Text, Whole, wrapped } from '../../../http/shape.ts'

/** The two cases in which a token needs no access request. @source docs/reference/specification.md §5.6.6 */
export const EXCEPTIONS = ['personal_use', 'team_automation'] as const

/** Members that ask for less than administrator level. They are read only to refuse them. */
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
  /** Read only to refuse it. */
  assigned_user_id: Id,
  ...LEVELS,
})
export type ApiTokenInput = Static<typeof ApiTokenInput>
export const ApiTokenBody = wrapped('api_token', ApiTokenInput)

/** `silent_days`: the number of days without calls after which the old token is deactivated; 7 by default. */
export const RotationBody = wrapped('rotation', input({ silent_days: Whole }))

const OrNull = { type: ['string', 'null'] }
const IdOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const MEMBERS = {
  id: Type.Integer(),
  url: Type.String(),
  user_id: Type.Integer(),
  /** Null unless `include_users=true`. */
  user_name: Type.Unsafe<string | null>(OrNull),
  user_email: Type.Unsafe<string | null>(OrNull),
  /** The administrator the token is bound to; null: it acts as the user named with it in the call. */
  assigned_user_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  /** Null unless `include_users=true`. */
  assigned_user_name: Type.Unsafe<string | null>(OrNull),
  /** Why every call with it is refused although it is active; null when it works. */
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
  /** Rotation: the successor, the time of the rotation, and the number of days without calls after which this one is deactivated. */
  replaced_by_id: IdOrNull,
  replaced_at: Type.Unsafe<string | null>(OrNull),
  silent_days: IdOrNull,
  deactivated_at: Type.Unsafe<string | null>(OrNull),
  deactivation_reason: Type.Unsafe<string | null>(OrNull),
  /** What the caller may do now with its value: rotate. */
  allowed_acts: Type.Array(Type.String()),
}

export const ApiToken = Type.Object(MEMBERS, { additionalProperties: false })
/** Only the response that creates a token contains its value. */
export const CreatedApiToken = Type.Object({ ...MEMBERS, token: Type.String() }, { additionalProperties: false })

const CALLER = {
  user_agent: Type.Unsafe<string | null>(OrNull),
  ip_address: Type.Unsafe<string | null>(OrNull),
  email: Type.Unsafe<string | null>(OrNull),
}
const USE = { calls: Type.Integer(), last_at: Type.String() }

/** The calls with a token in the last days. Times are of the machine's clock, like those of the request log. */
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
    /** At most 50, those with the most calls; the same for `endpoints`. */
    callers: Type.Array(Type.Object({ ...CALLER, ...USE }, { additionalProperties: false })),
    endpoints: Type.Array(
      Type.Object({ method: Type.String(), route: Type.String(), writes: Type.Integer(), ...USE }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)

export const LateCaller = Type.Object({ ...CALLER, method: Type.String(), route: Type.String(), ...USE }, { additionalProperties: false })
