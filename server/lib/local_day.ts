/** Days of IANA zones: which day a moment is in, and when a day begins. The same moment is in two days on both sides of the date line. */
import { toDate } from './clock.ts'
import { momentOf, offsetAt } from './zone_offset.ts'

const DAY_SECONDS = 86_400

/** Days since 1 January 1970, as a day is numbered on a calendar. */
const numberOf = (day: string) => Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000 / DAY_SECONDS)
const dayNumbered = (number: number) =>
  toDate(number * DAY_SECONDS * 1000)
    .toISOString()
    .slice(0, -'T00:00:00.000Z'.length)

/**
 * The day of a moment in a zone, as `2027-03-14`, or the one `days` later on the calendar (negative: earlier). It is not the day of a moment so
 * many times 24 hours later: days on which clocks change are longer or shorter.
 */
export function dayIn(zone: string, moment: Date, days = 0): string {
  const seconds = Math.floor(moment.getTime() / 1000)
  return dayNumbered(Math.floor((seconds + offsetAt(zone, seconds)) / DAY_SECONDS) + days)
}

/** The first moment of a day in a zone, or of the day `days` later, in seconds since 1970. A day may begin after midnight. */
export function dayBegins(zone: string, day: string, days = 0): number {
  return momentOf(zone, (numberOf(day) + days) * DAY_SECONDS)
}
