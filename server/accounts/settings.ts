/** The settings of an instance that its owner can change. Stored sparsely: the database holds only what differs from the defaults here. */
import { type ClockSetting, type Timestamp } from '#lib/clock.ts'
import { isObject } from '#lib/json.ts'

/** Requests a minute by plan. @source docs/reference/conventions.md §8 */
export const PLANS = {
  essential: 10,
  team: 200,
  professional: 400,
  enterprise: 700,
  enterprise_plus: 2500,
  spike_guard: 100_000,
  unlimited: null,
} as const satisfies Record<string, number | null>

export type Plan = keyof typeof PLANS

/** The password rules of the instance, in addition to those for every password. @source docs/reference/account.md §9 */
export interface PasswordPolicy {
  readonly min_length: number
  readonly mixed_case: boolean
  /** 0: anything; 1: letters and numbers; 2: letters, numbers and special characters. */
  readonly complexity: 0 | 1 | 2
  /** How many consecutive letters or numbers of the alphabet may follow each other; null = no limit. */
  readonly max_sequence: number | null
  readonly forbid_email_parts: boolean
  /** How many of a person's earlier passwords may not be reused. */
  readonly history: number
}

/** All settings of an instance. Units are part of the names. */
export interface Settings {
  readonly clock: ClockSetting
  readonly rate_limit: {
    readonly plan: Plan
    /** Overrides the plan's requests a minute. */
    readonly per_minute: number | null
    /** Whether endpoint and ticket limits apply, beside the account's own. */
    readonly endpoints: boolean
  }
  readonly api: {
    readonly token_access: boolean
    /** Basic with a password for agents and admins; never on production. */
    readonly password_access: boolean
    readonly password_access_end_users: boolean
    /** The day API tokens end; null = no announcement in headers. */
    readonly token_sunset: Timestamp | null
    /** After that day: `header` only announces it, `refuse` answers 401. */
    readonly token_after_sunset: 'header' | 'refuse'
    readonly token_binding: 'any' | 'user'
    /** From this day on API tokens cannot be created; null = they always can. */
    readonly token_creation_ends: Timestamp | null
    /** Days without a call after which a token is deactivated; null = never. */
    readonly token_idle_days: number | null
    /** The day from which idle tokens are deactivated; null = at once. */
    readonly token_idle_from: Timestamp | null
    /** Days after which a token deactivated for idleness is deleted; null = it stays. */
    readonly token_idle_delete_days: number | null
    /** Endpoints with an announced last day: `route` as in docs/routes.txt. Their answers carry headers that say so. */
    readonly retired_endpoints: readonly { readonly route: string; readonly ends_at: Timestamp; readonly replacement: string }[]
    /** Callers that are answered as on another date; `at` null = none. Sessions never are. */
    readonly rehearsal: {
      readonly at: Timestamp | null
      readonly whole_instance: boolean
      readonly api_token_ids: readonly number[]
      readonly user_ids: readonly number[]
      readonly oauth_client_ids: readonly number[]
    }
  }
  /** The rules of access governance. @source docs/reference/access_governance.md */
  readonly access: {
    /** Addresses of external trackers whose issues count as access requests; each a prefix of a URL that ends with a slash. */
    readonly tracker_urls: readonly string[]
    /** Whether the engineer who issues may be the one who reviewed; it is logged. */
    readonly engineer_may_review: boolean
    /** Days after which a request without a decision expires. */
    readonly request_days: number
    /** Days within which an accepted request must be issued. */
    readonly approval_days: number
    /** The agent in whose name integrations are created; null = none yet, so none can be created. */
    readonly integration_bot_id: number | null
  }
  /** How people sign in, and from where. */
  readonly security: {
    /** Who can, and who must, have a second factor. `off`: none can be set up, existing ones apply. `staff`: agents and admins must. */
    readonly second_factor: 'off' | 'optional' | 'staff'
    /** Agents and admins sign in by an identity provider only; the owner may still use the password. */
    readonly sso_only: boolean
    readonly password: PasswordPolicy
    /** Networks in CIDR notation that staff and credentials may call from; none = everywhere. */
    readonly allowed_ips: readonly string[]
  }
  readonly oauth: {
    /** When a used refresh token is sent again it is refused; the tokens issued from it stay (`refuse`) or are revoked, too (`revoke`). */
    readonly refresh_reuse: 'refuse' | 'revoke'
  }
  readonly tickets: {
    readonly comments_public_by_default: boolean
    readonly allow_group_reset: boolean
    readonly agents_can_delete: boolean
    readonly on_hold_status: boolean
    readonly assign_on_solve: boolean
    readonly tagging: boolean
    /** The first comment of a ticket may be private. */
    readonly first_comment_may_be_private: boolean
    /** New tickets get the default organization of their requester. */
    readonly assign_default_organization: boolean
    readonly agent_can_change_requester: boolean
    /** Whether people are copied by e-mail or follow; when off, `collaboration` says whether anyone can be copied at all. */
    readonly ccs_and_followers: boolean
    readonly collaboration: boolean
    readonly email_ccs: boolean
    readonly followers: boolean
    readonly light_agent_ccs: boolean
    /** An agent who is copied becomes a follower, too. */
    readonly agent_ccs_become_followers: boolean
    /** Attachments need a sign-in and access to their comment; otherwise they are open to anyone who has their unguessable address. */
    readonly private_attachments: boolean
  }
  /** Users who are not agents. */
  readonly end_users: {
    /** Requests may be sent without signing in, with a name and an address. */
    readonly anonymous_requests: boolean
    /** Anonymous requests are accepted only when the sender has an account and has verified the address; the others are suspended. */
    readonly must_sign_up: boolean
    /** E-mail addresses and domains whose anonymous requests are suspended; `*` matches every address. */
    readonly blocklist: readonly string[]
    /** Addresses and domains that are exempt from this. */
    readonly allowlist: readonly string[]
  }
  /** How waiting tickets are given to agents. */
  readonly assignment: {
    readonly method: 'off' | 'round_robin' | 'spare_capacity'
    /** The most open tickets of one agent. */
    readonly capacity: number
    /** Only to agents whose status is online. */
    readonly only_available: boolean
  }
  /** Requesters may rate the work on their tickets. */
  readonly satisfaction: { readonly enabled: boolean }
  /** In bytes. */
  readonly limits: { readonly attachment_size: number }
  readonly users: {
    readonly tagging: boolean
    readonly multiple_organizations: boolean
    /** Admins may set a password for other users. The public service has this off; here there may be no mail for invitations. */
    readonly admins_set_passwords: boolean
  }
  readonly groups: { readonly check_name_uniqueness: boolean }
  readonly time_zone: string
  readonly locale: string
  /** Locales the account offers besides its own and en-US; null = all locales. */
  readonly locale_ids: readonly number[] | null
}

/**
 * The settings of a fresh instance.
 * @source docs/reference/conventions.md §8; docs/reference/authentication.md §2; docs/reference/people.md; docs/reference/tickets.md
 */
export const DEFAULT_SETTINGS: Settings = {
  clock: { mode: 'real' },
  rate_limit: { plan: 'enterprise', per_minute: null, endpoints: true },
  api: {
    token_access: true,
    password_access: true,
    password_access_end_users: false,
    token_sunset: '2027-04-30T00:00:00.000Z',
    token_after_sunset: 'header',
    token_binding: 'any',
    token_creation_ends: null,
    token_idle_days: null,
    token_idle_from: null,
    token_idle_delete_days: 60,
    retired_endpoints: [],
    rehearsal: { at: null, whole_instance: false, api_token_ids: [], user_ids: [], oauth_client_ids: [] },
  },
  security: {
    second_factor: 'optional',
    sso_only: false,
    password: { min_length: 8, mixed_case: false, complexity: 0, max_sequence: null, forbid_email_parts: false, history: 0 },
    allowed_ips: [],
  },
  access: { tracker_urls: [], engineer_may_review: false, request_days: 14, approval_days: 7, integration_bot_id: null },
  oauth: { refresh_reuse: 'refuse' },
  tickets: {
    comments_public_by_default: true,
    allow_group_reset: true,
    agents_can_delete: true,
    on_hold_status: true,
    assign_on_solve: true,
    tagging: true,
    first_comment_may_be_private: true,
    assign_default_organization: true,
    agent_can_change_requester: true,
    ccs_and_followers: true,
    collaboration: false,
    email_ccs: true,
    followers: true,
    light_agent_ccs: false,
    agent_ccs_become_followers: false,
    private_attachments: false,
  },
  end_users: { anonymous_requests: true, must_sign_up: false, blocklist: [], allowlist: [] },
  assignment: { method: 'off', capacity: 20, only_available: false },
  satisfaction: { enabled: true },
  limits: { attachment_size: 52_428_800 },
  users: { tagging: true, multiple_organizations: true, admins_set_passwords: true },
  groups: { check_name_uniqueness: true },
  time_zone: 'Eastern Time (US & Canada)',
  locale: 'en-US',
  locale_ids: null,
}

function overlay(base: unknown, change: unknown): unknown {
  if (!isObject(base) || !isObject(change)) return change
  const result: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(change)) result[key] = key === 'clock' ? value : overlay(base[key], value)
  return result
}

/** The full settings: the stored ones over the defaults. */
export function fullSettings(stored: unknown): Settings {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only settings that their schema accepted are stored
  return overlay(DEFAULT_SETTINGS, isObject(stored) ? stored : {}) as Settings
}

/** Merges a change into stored settings; returns what to store. */
export function applySettingsChange(stored: unknown, change: unknown): Record<string, unknown> {
  const merged = overlay(isObject(stored) ? stored : {}, change)
  return isObject(merged) ? merged : {}
}

/** Requests a minute the instance may make; null = no limit. */
export function requestsPerMinute(settings: Settings): number | null {
  return settings.rate_limit.per_minute ?? PLANS[settings.rate_limit.plan]
}
