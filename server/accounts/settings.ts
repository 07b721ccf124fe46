/** What an instance's owner may switch. Stored sparsely: the database holds what differs from the defaults here. */
import { type ClockSetting, type Timestamp } from '../lib/clock.ts'
import { isObject } from '../lib/json.ts'

/** Requests a minute by plan. @source conventions.md §8 */
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

/** All settings of an instance. Units stand in the names. */
export interface Settings {
  readonly clock: ClockSetting
  readonly rate_limit: {
    readonly plan: Plan
    /** Overrules the plan's requests a minute. */
    readonly per_minute: number | null
    /** Endpoint and ticket limits of their own, beside the account's. */
    readonly endpoints: boolean
  }
  readonly api: {
    readonly token_access: boolean
    /** Basic with a password for agents and admins; never on production. */
    readonly password_access: boolean
    readonly password_access_end_users: boolean
    /** The day API tokens end; null sends no headers. */
    readonly token_sunset: Timestamp | null
    /** After that day: `header` only says so, `refuse` answers 401. */
    readonly token_after_sunset: 'header' | 'refuse'
    readonly token_binding: 'any' | 'user'
    readonly token_idle_days: number | null
  }
  readonly tickets: {
    readonly comments_public_by_default: boolean
    readonly allow_group_reset: boolean
    readonly agents_can_delete: boolean
    readonly on_hold_status: boolean
    readonly assign_on_solve: boolean
    readonly tagging: boolean
  }
  readonly users: {
    readonly tagging: boolean
    readonly multiple_organizations: boolean
    /** Admins may give other users a password. The public service has this off; here there may be no mail to invite anybody by. */
    readonly admins_set_passwords: boolean
  }
  readonly groups: { readonly check_name_uniqueness: boolean }
  readonly time_zone: string
  readonly locale: string
  /** Locales the account offers beside its own and en-US; null = every one there is. */
  readonly locale_ids: readonly number[] | null
}

/** What a fresh instance has. @source conventions.md §8, auth.md §2, users_orgs.md, tickets.md */
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
    token_idle_days: null,
  },
  tickets: {
    comments_public_by_default: true,
    allow_group_reset: true,
    agents_can_delete: true,
    on_hold_status: true,
    assign_on_solve: false,
    tagging: true,
  },
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

/** The full settings: defaults overlaid with what is stored. */
export function fullSettings(stored: unknown): Settings {
  return overlay(DEFAULT_SETTINGS, isObject(stored) ? stored : {}) as Settings
}

/** Merges a change into stored settings; the result is what to store. */
export function changedSettings(stored: unknown, change: unknown): Record<string, unknown> {
  return overlay(isObject(stored) ? stored : {}, change) as Record<string, unknown>
}

/** Requests a minute the instance may make; null = as many as it likes. */
export function requestsPerMinute(settings: Settings): number | null {
  return settings.rate_limit.per_minute ?? PLANS[settings.rate_limit.plan]
}
