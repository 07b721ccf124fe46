/** When an API token ends, and which notice to send before. Pure. */
import { idleRule, refusalDate } from '#auth/retirement.ts'
import type { Account } from '#accounts/account.ts'
import { addSeconds, type Timestamp, toDate } from '#lib/clock.ts'
import type { ApiTokenRow } from './store.ts'

const DAY_SECONDS = 86_400

/** The days before an end at which notices are sent. @source docs/reference/access_governance.md §7 */
const NOTICE_DAYS = [21, 7, 1] as const

/** Why a token is deactivated now. `is_idle`: it was unused and is deleted later. */
export interface ReachedEnd {
  readonly reason: string
  readonly is_idle: boolean
}

/**
 * Why a token has ended by now; undefined while it may be used.
 * @source docs/reference/access_governance.md §7; docs/reference/authentication.md §2.4
 */
export function findReachedEnd(account: Account, token: ApiTokenRow, now: Date): ReachedEnd | undefined {
  if (!token.active) return undefined
  if (token.expires_at !== null && toDate(token.expires_at) <= now) return { reason: 'It has expired', is_idle: false }
  if (token.silent_days !== null && token.replaced_at !== null && lastUse(token) <= daysBefore(now, token.silent_days))
    return { reason: `It was rotated, and unused for ${daysOf(token.silent_days)}`, is_idle: false }
  const rule = idleRule(account, now)
  if (rule !== null && lastUse(token) <= rule.unused_before) return { reason: `Nobody has used it for ${daysOf(rule.days)}`, is_idle: true }
  return undefined
}

/** True when a token that was deactivated as unused must be deleted now. */
export function isToBeDeleted(account: Account, token: ApiTokenRow, now: Date): boolean {
  const before = idleRule(account, now)?.deleted_before ?? null
  return !token.active && token.idle_at !== null && before !== null && toDate(token.idle_at) <= before
}

/** The last sign of use of a token: a call, its rotation, any change, or its creation. */
function lastUse({ last_used_at, updated_at }: ApiTokenRow): Date {
  return toDate(last_used_at !== null && last_used_at > updated_at ? last_used_at : updated_at)
}

/** A notice to send: the end it announces, and how many days before it. */
export interface Notice {
  readonly end: Timestamp
  readonly days: number
}

/**
 * The notice to send for a token's nearest end; undefined when there is none, or it was already sent.
 * @source docs/reference/access_governance.md §7
 */
export function noticeToSend(account: Account, token: ApiTokenRow, now: Date): Notice | undefined {
  const end = nearestEnd(account, token)
  if (!token.active || end === null || toDate(end) <= now) return undefined
  const days = NOTICE_DAYS.findLast((stage) => toDate(end) <= addSeconds(now, stage * DAY_SECONDS))
  if (days === undefined) return undefined
  // the token was created after the moment of this notice, so its creator knows the end
  if (toDate(token.created_at) >= daysBefore(toDate(end), days)) return undefined
  const isGiven = token.noticed_for === end && token.noticed_days !== null && token.noticed_days <= days
  return isGiven ? undefined : { end, days }
}

/** The earlier of the token's own end and the day from which the account refuses all API tokens. */
function nearestEnd(account: Account, { expires_at }: ApiTokenRow): Timestamp | null {
  const refused = refusalDate(account)
  if (expires_at === null || refused === null) return expires_at ?? refused
  return expires_at < refused ? expires_at : refused
}

/** The first moment from `from` to `until` at which something is to be done about a token; undefined when there is none. */
export function nextMoment(account: Account, token: ApiTokenRow, from: Date, until: Date): Date | undefined {
  const { token_idle_days, token_idle_delete_days, token_idle_from } = account.settings.api
  const end = nearestEnd(account, token)
  const addDays = (moment: Timestamp | Date | null, days: number | null) =>
    moment === null || days === null ? [] : [addSeconds(toDate(typeof moment === 'string' ? moment : moment.getTime()), days * DAY_SECONDS)]
  const moments = [
    from,
    ...NOTICE_DAYS.flatMap((days) => addDays(end, -days)),
    ...addDays(token.expires_at, 0),
    ...addDays(lastUse(token), token.silent_days),
    ...addDays(lastUse(token), token_idle_days),
    ...addDays(token.idle_at, token_idle_delete_days),
    ...addDays(token_idle_from, 0),
  ]
  return moments
    .filter((moment) => moment >= from && moment <= until)
    .toSorted((one, other) => one.getTime() - other.getTime())
    .find(
      (moment) =>
        findReachedEnd(account, token, moment) !== undefined ||
        isToBeDeleted(account, token, moment) ||
        noticeToSend(account, token, moment) !== undefined,
    )
}

const daysBefore = (moment: Date, days: number) => addSeconds(moment, -days * DAY_SECONDS)
const daysOf = (days: number) => (days === 1 ? 'a day' : `${days} days`)
