/** The JSON of API tokens, as input and as output. @source docs/reference/authentication.md §2; docs/reference/specification.md §2 */
import Type, { type Static } from 'typebox'
import { flag, oneOf, orNull, text, textOrNull, texts, whole, wholeOrNull } from '#http/answer_shape.ts'
import { LEVEL_MEMBERS } from '#auth/token_level.ts'
import { fromKeys } from '#lib/objects.ts'
import { Anything, Flag, Id, defineInput, Moment, Text, Whole, wrapInKey } from '#http/shape.ts'

/** The two cases in which a token needs no access request. @source docs/reference/specification.md §5.6.6 */
export const EXCEPTIONS = ['personal_use', 'team_automation'] as const
/** Those, and `bootstrap`: given in the environment of the first start. */
export const KEPT_EXCEPTIONS = [...EXCEPTIONS, 'bootstrap'] as const

/** Members that ask for less than administrator level. They are read only to refuse them. */
const LEVELS = fromKeys(LEVEL_MEMBERS, () => Anything)

const WordsOrNull = Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } })

export const NewApiTokenInput = defineInput({
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
export const NewApiTokenBody = wrapInKey('api_token', NewApiTokenInput)

export const ApiTokenInput = defineInput({
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
export const ApiTokenBody = wrapInKey('api_token', ApiTokenInput)

/** `silent_days`: the number of days without calls after which the old token is deactivated; 7 by default. */
export const RotationBody = wrapInKey('rotation', defineInput({ silent_days: Whole }))

const MEMBERS = {
  id: whole,
  url: text,
  user_id: whole,
  /** Null unless `include_users=true`. */
  user_name: textOrNull,
  user_email: textOrNull,
  /** The administrator the token is bound to; null: it acts as the user named with it in the call. */
  assigned_user_id: wholeOrNull,
  /** Null unless `include_users=true`. */
  assigned_user_name: textOrNull,
  /** Why every call with it is refused although it is active; null when it works. */
  stopped_because: textOrNull,
  description: text,
  active: flag,
  created_at: text,
  updated_at: text,
  last_used: textOrNull,
  visible_token: text,
  expires_at: textOrNull,
  exception: orNull(oneOf(KEPT_EXCEPTIONS)),
  reason: textOrNull,
  access_request_id: wholeOrNull,
  integration_id: wholeOrNull,
  /** Networks in CIDR notation; null = everywhere. */
  allowed_ips: orNull(texts),
  per_minute: wholeOrNull,
  /** Rotation: the successor, the time of the rotation, and the number of days without calls after which this one is deactivated. */
  replaced_by_id: wholeOrNull,
  replaced_at: textOrNull,
  silent_days: wholeOrNull,
  deactivated_at: textOrNull,
  deactivation_reason: textOrNull,
  /** What the caller may do now with its value. */
  allowed_acts: Type.Array(oneOf(['rotate'])),
}

export const ApiToken = Type.Object(MEMBERS, { additionalProperties: false })
/** Only the response that creates a token contains its value. */
export const CreatedApiToken = Type.Object({ ...MEMBERS, token: text }, { additionalProperties: false })

const CALLER = {
  user_agent: textOrNull,
  ip_address: textOrNull,
  email: textOrNull,
}
const USE = { calls: whole, last_at: text }

/** The calls with a token in the last days. Times are of the machine's clock, like those of the request log. */
export const Impact = Type.Object(
  {
    days: whole,
    calls: whole,
    /** Calls that were answered with 400 or above. */
    errors: whole,
    writes: whole,
    first_at: textOrNull,
    last_at: textOrNull,
    /** Whole days since the last call; null when there was none. */
    quiet_days: wholeOrNull,
    caller_count: whole,
    endpoint_count: whole,
    /** At most 50, those with the most calls; the same for `endpoints`. */
    callers: Type.Array(Type.Object({ ...CALLER, ...USE }, { additionalProperties: false })),
    endpoints: Type.Array(Type.Object({ method: text, route: text, writes: whole, ...USE }, { additionalProperties: false })),
  },
  { additionalProperties: false },
)

export const LateCaller = Type.Object({ ...CALLER, method: text, route: text, ...USE }, { additionalProperties: false })
