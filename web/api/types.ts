// The wire types of the endpoints the dashboard calls, spelt as the API spells them.

export type Role = 'admin' | 'agent' | 'end-user'

/** `GET /api/v2/users/me`: a visitor who is not signed in has the id null. */
export interface CurrentUser {
  id: number | null
  name: string
  email: string
  role: Role
  locale: string
  /** A name of the API’s, such as `Berlin`, or one of the IANA. */
  time_zone: string
  authenticity_token: string
  /** There, and true, in a session that may do nothing but set up a second factor. */
  second_factor_required?: boolean
}

/** The two cases in which a token needs no access request. @source docs/reference/specification.md §5.6.6 */
export type TokenException = 'personal_use' | 'team_automation'

export interface ApiToken {
  id: number
  url: string
  user_id: number
  /** Null unless asked for with `include_users=true`. */
  user_name: string | null
  user_email: string | null
  /** The administrator it works for alone; null = it acts as whoever is named beside it. The name as `user_name`. */
  assigned_user_id: number | null
  assigned_user_name: string | null
  /** Why every call with it is refused though it is active. */
  stopped_because: string | null
  description: string
  active: boolean
  created_at: string
  updated_at: string
  last_used: string | null
  /** Prefix and last four characters of the value. */
  visible_token: string
  expires_at: string | null
  /** `bootstrap`: given in the environment of the first start. */
  exception: TokenException | 'bootstrap' | null
  reason: string | null
  access_request_id: number | null
  integration_id: number | null
  /** Networks it may be used from; null = everywhere. */
  allowed_ips: string[] | null
  per_minute: number | null
  /** After a rotation: the token that takes its place, since when, and after how many silent days this one ends. */
  replaced_by_id: number | null
  replaced_at: string | null
  silent_days: number | null
  deactivated_at: string | null
  deactivation_reason: string | null
  /** What the caller may do now with its value. */
  allowed_acts: 'rotate'[]
}

/** Who calls with a token. */
export interface TokenCaller {
  user_agent: string | null
  ip_address: string | null
  email: string | null
  calls: number
  last_at: string
}

export interface TokenEndpoint {
  method: string
  route: string
  calls: number
  writes: number
  last_at: string
}

/** What breaks if a token is revoked. */
export interface TokenImpact {
  days: number
  calls: number
  errors: number
  writes: number
  first_at: string | null
  last_at: string | null
  quiet_days: number | null
  caller_count: number
  endpoint_count: number
  callers: TokenCaller[]
  endpoints: TokenEndpoint[]
}

export interface LateCaller extends TokenCaller {
  method: string
  route: string
}

/** The answer to creating a token is the only one that holds the value. */
export interface NewApiToken extends ApiToken {
  token: string
}

/** What bounds a new token; null is no bound. */
export interface TokenBounds {
  expires_at: string | null
  /** The administrator it works for alone. */
  assigned_user_id: number | null
  allowed_ips: string[] | null
  per_minute: number | null
}

export interface ApiTokenInput extends TokenBounds {
  description: string
  exception?: TokenException
  reason?: string
}

export interface ApiTokenChange {
  active?: boolean
  description?: string
  allowed_ips?: string[] | null
  per_minute?: number | null
}

/** One page of a list with cursor paging; the rows are under the name of the resource. */
export interface Page {
  meta: { has_more: boolean; after_cursor: string | null; before_cursor: string | null }
  [resource: string]: unknown
}
