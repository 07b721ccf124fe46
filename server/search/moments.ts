/** Dates of the query language. @source docs/reference/search.md §3.3 */
import { toDate } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'

/** A time in a query: an instant, a day (in the account's time zone), or a relative time. */
export type Named =
  | { readonly kind: 'instant'; readonly at: string }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'ago'; readonly at: string }

const RELATIVE = /^(\d{1,6})\s*(minute|min|hour|day|week|month|year)s?$/i
const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i
const SECONDS: Readonly<Record<string, number>> = { minute: 60, min: 60, hour: 3_600, day: 86_400, week: 604_800 }
const MONTHS: Readonly<Record<string, number>> = { month: 1, year: 12 }
const DAY_WORDS: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 }

/** Parses a time of a query; undefined when it is invalid. `today` is today's date in the account's time zone. */
export function readMoment(value: string, now: Date, today: string): Named | undefined {
  const text = value.trim()
  const relative = RELATIVE.exec(text)
  if (relative !== null) return toMomentAgo(now, Number(relative[1]), ensureDefined(relative[2]).toLowerCase())
  const shift = DAY_WORDS[text.toLowerCase()]
  if (shift !== undefined) return dayNamed(toDate(Date.parse(`${today}T00:00:00Z`) + shift * 86_400_000))
  const [, year, month, day] = DAY.exec(text) ?? reorderAmerican(AMERICAN.exec(text)) ?? []
  if (year !== undefined) return realDay(year, ensureDefined(month), ensureDefined(day))
  if (!INSTANT.test(text)) return undefined
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`
  const at = toDate(
    zoned
      .replace(' ', 'T')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
      .toUpperCase(),
  )
  return Number.isNaN(at.getTime()) ? undefined : { kind: 'instant', at: at.toISOString() }
}

const reorderAmerican = (match: RegExpExecArray | null) => (match === null ? null : ['', match[3], match[1], match[2]])

function realDay(year: string, month: string, day: string): Named | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = toDate(`${text}T00:00:00.000Z`)
  // a date that does not exist, such as February 30, would be moved to another day
  return year === '0000' || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? undefined : { kind: 'day', day: text }
}

const dayNamed = (at: Date): Named => ({ kind: 'day', day: at.toISOString().slice(0, 10) })

function toMomentAgo(now: Date, amount: number, unit: string): Named | undefined {
  const seconds = SECONDS[unit]
  const at = seconds === undefined ? monthsAgo(now, amount * ensureDefined(MONTHS[unit])) : toDate(now.getTime() - amount * seconds * 1000)
  return Number.isNaN(at.getTime()) || at.getTime() < FIRST_MS
    ? { kind: 'ago', at: '0001-01-01T00:00:00.000Z' }
    : { kind: 'ago', at: at.toISOString() }
}

/** The year 1, the earliest time: PostgreSQL writes earlier years in another format. */
const FIRST_MS = -62_135_596_800_000

function monthsAgo(now: Date, months: number): Date {
  const moved = toDate(now.getTime())
  moved.setUTCMonth(moved.getUTCMonth() - months)
  return moved
}
