import { makeValueProblem } from '#core/problems.ts'
import type { Duty } from '#core/context.ts'
import type { Details } from '#core/errors.ts'
import { toDate } from '#lib/clock.ts'
import { areWithin, readNetwork } from '#lib/networks.ts'
import { isBelow, namesNoIssue, NO_ISSUE, trackerIssue, writeAs } from '#lib/tracker_issue.ts'
import { EXCEPTIONS } from './schema.ts'

const LONGEST = 2000
const MAX_NETWORKS = 100
const MAX_PER_MINUTE = 1_000_000
const MAX_SILENT_DAYS = 90

/** An absolute http or https address. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}

/**
 * The URL of an issue of an external tracker must be in canonical form, because one issue has many spellings. `undefined` when the URL
 * belongs to none of these trackers.
 * @source docs/reference/specification.md §5.6.5
 */
export function checkTrackerIssue(url: string, trackers: readonly string[]): Details | undefined {
  const makeDetails = (sentence: string): Details => ({
    description: [{ description: `Description: ${sentence}`, error: 'InvalidFormat' }],
  })
  if (namesNoIssue(url, trackers)) return makeDetails(NO_ISSUE)
  const issue = trackerIssue(url)
  if (issue === undefined || !isBelow(issue, trackers)) return undefined
  return issue.canonical === url ? {} : makeDetails(writeAs(issue))
}

/**
 * The description is the URL of the access request, unless the token is made by an exception.
 * @source docs/reference/specification.md §5.6.5, §5.6.6
 */
export function checkDescription(description: string, exception: string | null): Details {
  const makeDetails = (sentence: string, error: string): Details => ({ description: [{ description: `Description: ${sentence}`, error }] })
  if (description === '') return makeDetails('cannot be blank', 'BlankValue')
  if (description.length > LONGEST) return makeDetails(`is too long (maximum is ${LONGEST} characters)`, 'TooLong')
  if (exception === null && !isWebAddress(description)) return makeDetails('must be the URL of the access request', 'InvalidFormat')
  return {}
}

/**
 * An exception is one of the two kinds and has a reason.
 * @source docs/reference/specification.md §5.6.6; docs/reference/access_governance.md §4
 */
export function checkException(exception: string | null, reason: string | null): Details {
  if (exception === null) return {}
  if (!(EXCEPTIONS as readonly string[]).includes(exception))
    return { exception: [{ description: `Exception: must be ${EXCEPTIONS.join(' or ')}`, error: 'InvalidValue' }] }
  if (reason === null) return { reason: [{ description: 'Reason: cannot be blank', error: 'BlankValue' }] }
  return reason.length > LONGEST
    ? { reason: [{ description: `Reason: is too long (maximum is ${LONGEST} characters)`, error: 'TooLong' }] }
    : {}
}

/** The end of a token is in the future. `expires_at` undefined: not given; null: it never ends. */
export function checkExpiry(expires_at: string | null | undefined, now: Date): Details {
  if (expires_at === undefined || expires_at === null || toDate(expires_at) > now) return {}
  return { expires_at: [{ description: 'Expires at: must be in the future', error: 'InvalidValue' }] }
}

/** The networks a token may be used from, and its calls per minute, as input and as stored. */
export interface Bounds {
  readonly allowed_ips: string[] | null
  readonly per_minute: number | null
}

/**
 * Normalises networks. Invalid entries stay for {@link checkBounds} to report. An empty list becomes null, because it would block every
 * caller.
 */
export function readBounds(given: { allowed_ips?: readonly string[] | null; per_minute?: number | null }): Bounds {
  const networks = given.allowed_ips?.map((text) => readNetwork(text) ?? text.trim()) ?? []
  return { allowed_ips: networks.length === 0 ? null : [...new Set(networks)], per_minute: given.per_minute ?? null }
}

/** Every network is valid, and the budget is a number of calls in range. */
export function checkBounds({ allowed_ips, per_minute }: Bounds): Details {
  const details: Details = {}
  const wrong = allowed_ips?.find((text) => readNetwork(text) === undefined)
  if (wrong !== undefined)
    details.allowed_ips = [makeValueProblem(`Allowed addresses: "${wrong.slice(0, 60)}" is no address or network such as 192.0.2.0/24`)]
  else if (allowed_ips !== null && allowed_ips.length > MAX_NETWORKS)
    details.allowed_ips = [makeValueProblem(`Allowed addresses: ${MAX_NETWORKS} at most`)]
  if (per_minute !== null && (per_minute < 1 || per_minute > MAX_PER_MINUTE))
    details.per_minute = [makeValueProblem(`Calls a minute: must be null or a number from 1 to ${MAX_PER_MINUTE}`)]
  return details
}

/** The duty required to make or rotate a token of this kind, or to widen its bounds. @source docs/reference/access_governance.md §3 */
export function getMakingDuty(exception: string | null): Duty {
  return exception === null ? 'engineer' : 'support_operations'
}

/** True when `after` lets a token be used for longer, from other networks or more often than `before`. */
export function isWider(before: Bounds & { expires_at: string | null }, after: Bounds & { expires_at: string | null }): boolean {
  const isMore = (first: number | null, second: number | null) => first !== null && (second === null || second > first)
  const time = (moment: string | null) => (moment === null ? null : toDate(moment).getTime())
  const isElsewhere = before.allowed_ips !== null && (after.allowed_ips === null || !areWithin(after.allowed_ips, before.allowed_ips))
  return isElsewhere || isMore(before.per_minute, after.per_minute) || isMore(time(before.expires_at), time(after.expires_at))
}

/** The number of unused days after which a rotated token ends is in range. */
export function checkSilence(silent_days: number): Details {
  if (silent_days >= 1 && silent_days <= MAX_SILENT_DAYS) return {}
  return { silent_days: [{ description: `Silent days: must be a number from 1 to ${MAX_SILENT_DAYS}`, error: 'InvalidValue' }] }
}
