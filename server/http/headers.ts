/** The headers of answers: versions, limits, warnings, retirement notices. @source docs/reference/conventions.md §1.9 */
import type { Account } from '#accounts/account.ts'
import { type PolicyCaller, findSimulatedDate } from '#auth/sunset_simulation.ts'
import { type Ending, endingsOf } from '#auth/retirements.ts'
import { toDate, wireTime } from '#lib/clock.ts'
import type { BucketState } from './limits.ts'

/** The headers of every API answer. */
export const COMMON_HEADERS = {
  'x-zendesk-api-version': 'v2',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Zendesk-API-Warn,X-Zendesk-User-Id,X-Zendesk-User-Session-Expires-At',
  vary: 'origin',
  'x-content-type-options': 'nosniff',
} as const

/** The answer to a browser's CORS preflight request. */
export const PREFLIGHT_HEADERS = {
  ...COMMON_HEADERS,
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, Accept, Idempotency-Key, If-None-Match, X-On-Behalf-Of, X-Requested-With',
  'access-control-max-age': '86400',
} as const

/** The state of the account's limit, in both spellings that clients read. */
export function limitHeaders(standing: BucketState): Record<string, string> {
  const limit = String(standing.limit)
  const remaining = String(standing.remaining)
  return {
    'x-rate-limit': limit,
    'x-rate-limit-remaining': remaining,
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': String(standing.resets_in_seconds),
  }
}

/** The state of an endpoint's bucket: `zendesk-ratelimit-tickets-update: total=100; remaining=99; resets=43`. */
export function bucketHeader(name: string, standing: BucketState): Record<string, string> {
  return { [`zendesk-ratelimit-${name}`]: `total=${standing.limit}; remaining=${standing.remaining}; resets=${standing.resets_in_seconds}` }
}

/** Names the ignored members of a body. `name` is the route's `controller/action`. */
export function warningHeader(name: string, unknown: readonly string[]): Record<string, string> {
  const slash = name.lastIndexOf('/')
  const controller = name.slice(0, slash)
  const action = name.slice(slash + 1)
  const keys = unknown.slice(0, 20).map((key) => `"${key.slice(0, 80).replace(/[^\x20-\x7e]|["\\]/g, '?')}"`)
  return {
    'x-zendesk-api-warn': `{:allowed_parameters=>{:controller=>"${controller}", :action=>"${action}", :unpermitted_keys=>[${keys.join(', ')}], :invalid_values=>[]}}`,
  }
}

/**
 * Announces the last day of anything a call uses that has one, such as an API token; and the simulated date, in a sunset simulation.
 * @source docs/reference/authentication.md §2.4; docs/reference/specification.md §5.4.2; RFC 9745; RFC 8594
 */
export function retirementHeaders(
  account: Account,
  caller: PolicyCaller,
  route: { readonly method: string; readonly path: string },
): Record<string, string> {
  const rehearsed = findSimulatedDate(account, caller)
  const rehearsal: Record<string, string> = rehearsed === null ? {} : { 'x-deskhand-rehearsal': wireTime(rehearsed) }
  const [first] = endingsOf(account, caller, route)
  return first === undefined ? rehearsal : { ...rehearsal, ...endingHeaders(first) }
}

/** Cached for each ending, since nearly every answer of an account may carry the same. */
const written = new WeakMap<Ending, Readonly<Record<string, string>>>()

function endingHeaders(ending: Ending): Readonly<Record<string, string>> {
  let headers = written.get(ending)
  if (headers === undefined) {
    const day = toDate(ending.ends_at)
    headers = { deprecation: `@${Math.floor(day.getTime() / 1000)}`, sunset: day.toUTCString() }
    written.set(ending, headers)
  }
  return headers
}
