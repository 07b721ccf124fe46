/** Hours since and until a moment, in calendar hours and in business hours. */
import { toDate } from '../lib/clock.ts'
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
