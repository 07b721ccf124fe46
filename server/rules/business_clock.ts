/** Hours since and until a moment, in calendar hours and in the business hours of a schedule. */
import { type BusinessHours, addBusinessSeconds, secondsBetween } from '#lib/business_time.ts'
import { toDate } from '#lib/clock.ts'
import type { BusinessClock, RuleContext } from './facts.ts'

/** All hours of all days: what business hours are without a schedule. */
const CALENDAR: BusinessClock = {
  before: (now, milliseconds) => toDate(now.getTime() - milliseconds),
  after: (now, milliseconds) => toDate(now.getTime() + milliseconds),
}

/** How hours are counted: `calendar` or `business`. */
export type Hours = 'calendar' | 'business'

/** The clock that counts these hours. A schedule comes in here and nowhere else. */
export function clockOf(hours: Hours, context: RuleContext): BusinessClock {
  return (hours === 'business' ? context.business_clock : undefined) ?? CALENDAR
}

/** How far a clock looks for hours. A schedule may have none, or on holidays only. */
const FARTHEST_MS = 3660 * 86_400_000
/** Moments that no ticket has: so many hours never passed, and never will. */
const NEVER = { before: toDate('0001-01-01T00:00:00.000Z'), after: toDate('9999-12-31T23:59:59.999Z') }

/** The latest moment with so many milliseconds of business hours until `now`: the shortest way back, found by halving. */
function reachedBefore(hours: BusinessHours, now: number, milliseconds: number): Date {
  if (milliseconds <= 0) return toDate(now)
  const isFar = (back: number) => Math.round(secondsBetween(hours, (now - back) / 1000, now / 1000) * 1000) >= milliseconds
  let far = milliseconds
  while (!isFar(far)) {
    if (far >= FARTHEST_MS) return NEVER.before
    far = Math.min(far * 2, FARTHEST_MS)
  }
  let near = 0
  while (far - near > 1) {
    const middle = Math.floor((near + far) / 2)
    if (isFar(middle)) far = middle
    else near = middle
  }
  return toDate(now - far)
}

function reachedAfter(hours: BusinessHours, now: number, milliseconds: number): Date {
  const at = addBusinessSeconds(hours, now / 1000, milliseconds / 1000)
  return at === null ? NEVER.after : toDate(Math.round(at * 1000))
}

/** Keeps what was found for one `now`: a rule asks for the same moments for each ticket. */
function rememberMoments(find: (now: number, milliseconds: number) => Date): (now: Date, milliseconds: number) => Date {
  let known = { now: Number.NaN, found: new Map<number, Date>() }
  return (now, milliseconds) => {
    if (known.now !== now.getTime()) known = { now: now.getTime(), found: new Map() }
    const found = known.found.get(milliseconds) ?? find(known.now, milliseconds)
    known.found.set(milliseconds, found)
    return found
  }
}

/** The clock of a schedule, for {@link RuleContext.business_clock}. @source docs/reference/business_rules.md §5.2 */
export function scheduleClock(hours: BusinessHours): BusinessClock {
  return {
    before: rememberMoments((now, milliseconds) => reachedBefore(hours, now, milliseconds)),
    after: rememberMoments((now, milliseconds) => reachedAfter(hours, now, milliseconds)),
  }
}
