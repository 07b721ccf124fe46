/** The lifetime that the access request of a token allows. Pure. */
import type { Details } from '#core/errors.ts'
import { addSeconds, type Timestamp, toDate } from '#lib/clock.ts'
import { formatMoment } from '#lib/dates.ts'
import type { AccessRequestRow } from '../access_requests/store.ts'

const DAY_SECONDS = 86_400

/** The latest end a request was accepted for, counted from its issue; null: until it is revoked. */
export function latestEnd({ lifetime_days, issued_at }: AccessRequestRow, now: Date): Timestamp | null {
  if (lifetime_days === null) return null
  return addSeconds(issued_at === null ? now : toDate(issued_at), lifetime_days * DAY_SECONDS).toISOString()
}

/** Validates the end of a token against its request. `expires_at` null: it never ends. */
export function checkLifetime(request: AccessRequestRow, expires_at: Timestamp | null, now: Date): Details {
  const latest = latestEnd(request, now)
  if (latest === null || (expires_at !== null && expires_at <= latest)) return {}
  const description = `Expires at: the access request was accepted for ${request.lifetime_days} days, until ${formatMoment(latest)}`
  return { expires_at: [{ description, error: 'InvalidValue' }] }
}
