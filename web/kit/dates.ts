// How moments, days and lengths of time are written for people: the only file of the dashboard that formats dates.
// Does not belong here: asking the time (web/lib/clock.ts), what is sent to the API (web/lib/wire_time.ts).

import { LOCALE } from './locale.ts'

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const days = new Intl.DateTimeFormat(LOCALE, { ...DAY, timeZone: 'UTC' })
const shortDays = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat(LOCALE, { ...DAY, ...MINUTE })
const EXACT = { ...DAY, ...MINUTE, second: '2-digit', timeZoneName: 'shortOffset' } as const
const exactMoments = new Intl.DateTimeFormat(LOCALE, EXACT)
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })

const toMilliseconds = (at: string | number) => (typeof at === 'string' ? Date.parse(at) : at)

/** "28 Nov 2026, 05:12" in the time zone of the browser. `at`: an ISO 8601 time, or milliseconds since 1970. */
export function formatMoment(at: string | number): string {
  return moments.format(toMilliseconds(at))
}

/**
 * "28 Nov 2026, 05:12:09 (UTC+1)" in the time zone of the browser, or the one given by its IANA name. `at` as in {@link formatMoment}.
 */
export function formatExactMoment(at: string | number, timeZone?: string): string {
  const format = timeZone === undefined ? exactMoments : new Intl.DateTimeFormat(LOCALE, { ...EXACT, timeZone })
  return format.format(toMilliseconds(at)).replace(/ GMT(?:\+0)?(\S*)$/, ' (UTC$1)')
}

/** What rows cover: "14 Nov 2027, 10:00–11:30" in the time zone of the browser. `times`: of the rows, the newest first; not empty. */
export function formatMomentRange(times: readonly string[]): string {
  return moments.formatRange(Date.parse(times.at(-1) ?? ''), Date.parse(times[0] ?? ''))
}

/** "28 Nov 2026" for a day of the calendar, `2026-11-28`, or for the day in UTC of an ISO 8601 time. It is the same in every time zone. */
export function formatDay(day: string): string {
  return days.format(Date.parse(day))
}

/** "28 Nov" for a day as {@link formatDay} takes it, where the year is clear. */
export function formatShortDay(day: string): string {
  return shortDays.format(Date.parse(day))
}

const STORED_DAY = /^\d{4}-\d\d-\d\d$/
const STORED_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

/** The value of a field of dates: a day or a moment as the API writes it, in words. Other texts, such as a number of days, stay as they are. */
export function formatStoredDate(text: string): string {
  if (Number.isNaN(Date.parse(text))) return text
  if (STORED_DAY.test(text)) return formatDay(text)
  return STORED_MOMENT.test(text) ? formatMoment(text) : text
}

/** The units, each with the count from which it is used; a time next week is clearer in days. */
const units = [
  { unit: 'year', seconds: 31_536_000, from: 1 },
  { unit: 'month', seconds: 2_592_000, from: 1 },
  { unit: 'week', seconds: 604_800, from: 2 },
  { unit: 'day', seconds: 86_400, from: 1 },
  { unit: 'hour', seconds: 3_600, from: 1 },
  { unit: 'minute', seconds: 60, from: 1 },
] as const

/** The fraction of a unit that is rounded up: a deadline 14 days ahead still reads "in 14 days" a minute later. */
const ROUND_UP_FRACTION = 0.02

/** "3 hours ago", "yesterday", "in 2 weeks"; both times in milliseconds. */
export function formatRelativeTime(at: number, now: number): string {
  const seconds = (at - now) / 1000
  const step = units.find((candidate) => Math.abs(seconds) >= candidate.seconds * candidate.from)
  if (step === undefined) return 'just now'
  const count = Math.floor(Math.abs(seconds) / step.seconds + ROUND_UP_FRACTION)
  return relative.format(Math.sign(seconds) * count, step.unit)
}
