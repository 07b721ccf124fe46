// The types of the endpoints the dashboard calls, spelt as in the API.

export type Role = 'admin' | 'agent' | 'end-user'

/** `GET /api/v2/users/me`: a visitor who is not signed in has the id null. */
export interface CurrentUser {
  id: number | null
  name: string
  email: string
  role: Role
  locale: string
  /** A time zone name of the API, such as `Berlin`, or an IANA name. */
  time_zone: string
  authenticity_token: string
  /** Present, and true, in a session that may only set up a second factor. */
  second_factor_required?: boolean
}

/** The two cases in which a token needs no access request. @source docs/reference/specification.md §5.6.6 */
export type TokenException = 'personal_use' | 'team_automation'

export interface ApiToken {
  id: number
  url: string
  user_id: number
  /** Null unless requested with `include_users=true`. */
  user_name: string | null
  user_email: string | null
  /** The administrator it is bound to; null = it acts as the user named in each call. The name is returned like `user_name`. */
  assigned_user_id: number | null
  assigned_user_name: string | null
  /** Why every call with it is refused although it is active. */
  stopped_because: string | null
  description: string
  active: boolean
  created_at: string
  updated_at: string
  last_used: string | null
  /** Prefix and last four characters of the value. */
  visible_token: string
  expires_at: string | null
  /** `bootstrap`: created from the environment of the first start. */
  exception: TokenException | 'bootstrap' | null
  reason: string | null
  access_request_id: number | null
  integration_id: number | null
  /** Networks it may be used from; null = all. */
  allowed_ips: string[] | null
  per_minute: number | null
  /** After a rotation: the token that replaces it, since when, and after how many days without calls this one expires. */
  replaced_by_id: number | null
  replaced_at: string | null
  silent_days: number | null
  deactivated_at: string | null
  deactivation_reason: string | null
  /** What the caller may do with its value now. */
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

/** The only response that contains the value: the one to creating the token. */
export interface NewApiToken extends ApiToken {
  token: string
}

/** The bounds of a new token; null is no bound. */
export interface TokenBounds {
  expires_at: string | null
  /** The administrator it is bound to. */
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
