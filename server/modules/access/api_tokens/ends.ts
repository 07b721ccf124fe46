/** When an API token ends, and which notice is due before it does. Pure. */
import { idleRule, refusalDate } from '../../../auth/retirement.ts'
import type { Account } from '../../../accounts/account.ts'
import { addSeconds, type Timestamp, toDate } from '../../../lib/clock.ts'
import type { ApiTokenRow } from './store.ts'

const DAY_SECONDS = 86_400

/** Days before an end at which people are told. @source docs/reference/access_governance.md §7 */
export const NOTICE_DAYS = [21, 7, 1] as const

/** Why a token is to be deactivated now. `is_idle`: it is deleted later. */
export interface ReachedEnd {
  readonly reason: string
  readonly is_idle: boolean
}

/** The end of a token that has come; undefined while it may go on. @source docs/reference/access_governance.md §7; docs/reference/authentication.md §2.4 */
export function reachedEnd(account: Account, token: ApiTokenRow, now: Date): ReachedEnd | undefined {
  if (!token.active) return undefined
  if (token.expires_at !== null && toDate(token.expires_at) <= now) return { reason: 'It has expired', is_idle: false }
  if (token.silent_days !== null && token.replaced_at !== null && lastUse(token) <= daysBefore(now, token.silent_days))
    return { reason: `It was rotated, and silent for ${daysOf(token.silent_days)}`, is_idle: false }
  const rule = idleRule(account, now)
  if (rule !== null && lastUse(token) <= rule.unused_before) return { reason: `Nobody has used it for ${daysOf(rule.days)}`, is_idle: true }
  return undefined
}

/** True when a token that was deactivated because nobody used it is to be deleted. */
export function isToBeDeleted(account: Account, token: ApiTokenRow, now: Date): boolean {
  const before = idleRule(account, now)?.deleted_before ?? null
  return !token.active && token.idle_at !== null && before !== null && toDate(token.idle_at) <= before
}

/** The last sign that somebody wants a token: a call, its rotation, any change of it, or its creation. */
function lastUse({ last_used_at, updated_at }: ApiTokenRow): Date {
  return toDate(last_used_at !== null && last_used_at > updated_at ? last_used_at : updated_at)
}

/** A notice that is due: the end it is of, and how many days before. */
export interface Notice {
  readonly end: Timestamp
  readonly days: number
}

/** The notice to give of a token's nearest end; undefined when there is none to give, or it has been given. @source docs/reference/access_governance.md §7 */
export function noticeToSend(account: Account, token: ApiTokenRow, now: Date): Notice | undefined {
  const end = nearestEnd(account, token)
  if (!token.active || end === null || toDate(end) <= now) return undefined
  const days = NOTICE_DAYS.findLast((stage) => toDate(end) <= addSeconds(now, stage * DAY_SECONDS))
  if (days === undefined) return undefined
  // whoever made a token of three days knows that it ends in less than seven
  if (toDate(token.created_at) >= daysBefore(toDate(end), days)) return undefined
  const isGiven = token.noticed_for === end && token.noticed_days !== null && token.noticed_days <= days
  return isGiven ? undefined : { end, days }
}

/** Its own end, or the day from which on the instance refuses all API tokens. */
function nearestEnd(account: Account, { expires_at }: ApiTokenRow): Timestamp | null {
  const refused = refusalDate(account)
  if (expires_at === null || refused === null) return expires_at ?? refused
  return expires_at < refused ? expires_at : refused
}

const daysBefore = (moment: Date, days: number) => addSeconds(moment, -days * DAY_SECONDS)
const daysOf = (days: number) => (days === 1 ? 'a day' : `${days} days`)
