/**
 * How moments and days are written for people: in mails, in messages of errors, in entries of the audit log and by the command line.
 * Not here: what the API, the log and files of data write, which is ISO 8601 (`wireTime` of clock.ts).
 */
import { type Timestamp, toDate } from './clock.ts'

const LOCALE = 'en-GB'
const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const days = new Intl.DateTimeFormat(LOCALE, { ...DAY, timeZone: 'UTC' })

/** By time zone: making one takes much longer than its use. The IANA names are some hundred. */
const momentFormats = new Map<string, Intl.DateTimeFormat>()

function momentsIn(timeZone: string): Intl.DateTimeFormat {
  const known = momentFormats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(LOCALE, { ...DAY, ...MINUTE, timeZone, timeZoneName: 'shortOffset' })
  momentFormats.set(timeZone, made)
  return made
}

/** "28 November 2026" for a day of the calendar, `2026-11-28`, or for the day in UTC of a moment. */
export function formatDay(day: string): string {
  return days.format(toDate(day))
}

/**
 * "28 November 2026, 05:12 (UTC)". `timeZone`: the IANA name of the zone of those who read it, which is named by its offset: "(UTC+1)". What
 * many read, such as an entry of the audit log, is in UTC.
 */
export function formatMoment(moment: Timestamp | Date, timeZone = 'UTC'): string {
  const at = typeof moment === 'string' ? toDate(moment) : moment
  const parts = new Map(
    momentsIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const [day, month, year, hour, minute] = (['day', 'month', 'year', 'hour', 'minute'] as const).map((type) => parts.get(type))
  const offset = parts.get('timeZoneName')?.replace('GMT', 'UTC').replace(/\+0$/, '')
  return `${day} ${month} ${year}, ${hour}:${minute} (${offset})`
}
