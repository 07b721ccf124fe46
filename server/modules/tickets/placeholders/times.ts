/**
 * How moments are written, in the account's time zone. The forms of the public API are not known: these are the common English ones.
 * @source docs/reference/business_rules.md §7
 */
import { type Timestamp, toDate } from '#lib/clock.ts'

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const
const MOMENT = { ...DAY, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const

/** Formats are expensive to make: one for each zone. */
function formatIn(options: Intl.DateTimeFormatOptions): (at: Timestamp, zone: string) => string {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (at, zone) => {
    const format = known.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
    known.set(zone, format)
    return format.format(toDate(at))
  }
}

/** `Mar 3, 2026` */
export const formatDay = formatIn(DAY)

/** `Mar 3, 2026, 14:05 UTC`, or with another zone, such as `EST` or `GMT+13` */
export const formatMoment = formatIn(MOMENT)
