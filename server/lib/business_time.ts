/**
 * Time within business hours: how much of it lies between two moments, and when so much of it has passed. Moments are seconds since 1970.
 * Without hours, time is plain time.
 * @source docs/reference/account.md §5
 */
import { ensureDefined } from './defined.ts'
import { momentOf, offsetAt } from './zone_offset.ts'

/** The hours of a week, in minutes since Sunday 00:00 local time, and the days that are holidays, as `2026-12-25`, the last one included. */
export interface WeekSchedule {
  /** An IANA name. */
  readonly time_zone: string
  readonly intervals: readonly { readonly start_time: number; readonly end_time: number }[]
  readonly holidays: readonly { readonly name?: string; readonly start_date: string; readonly end_date: string }[]
}

type Span = readonly [from: number, to: number]

/** Days that are a holiday, counted since 1970, the last one included. */
interface Holiday {
  readonly name: string
  readonly first: number
  readonly last: number
}

/** Business hours that moments can be compared with. Days are counted since 1970, local ones. */
export interface BusinessHours {
  readonly zone: string
  /** By day of the week, Sunday first: spans in minutes since midnight. */
  readonly week: readonly (readonly Span[])[]
  /** Seconds of a week without a holiday and without a change of the clocks. */
  readonly week_seconds: number
  readonly holidays: readonly Holiday[]
  /** The spans of days that were looked up, in moments: at most {@link MAX_KNOWN}. */
  readonly known: Map<number, readonly Span[]>
  /** The seconds of weeks that were looked up, by their number: at most {@link MAX_KNOWN}. */
  readonly known_weeks: Map<number, number>
}

const DAY_MINUTES = 1440
const DAY_SECONDS = 86_400
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4
const WEEK_DAYS = 7
/** A century: of a longer span only the last one is counted, so that a ticket that is dated to the year 1 costs no more than others. */
const MAX_SPAN_SECONDS = 36_525 * DAY_SECONDS
/** More days or weeks are not kept: hours are cached, and imports bring tickets of any year. */
const MAX_KNOWN = 10_000
/** Days after which {@link addBusinessSeconds} gives up: a schedule may have hours on holidays only. */
const FARTHEST_DAYS = 3660

const dayNumber = (date: string) => Math.floor(Date.parse(`${date}T00:00:00Z`) / 1000 / DAY_SECONDS)

/** Makes business hours of a schedule. */
export function businessHours({ time_zone, intervals, holidays }: WeekSchedule): BusinessHours {
  const week = Array.from({ length: 7 }, (_none, weekday) => {
    const midnight = weekday * DAY_MINUTES
    const spans = intervals.map(({ start_time, end_time }): Span => [
      Math.max(start_time - midnight, 0),
      Math.min(end_time - midnight, DAY_MINUTES),
    ])
    return spans.filter(([from, to]) => from < to).sort(([one], [other]) => one - other)
  })
  const closed = holidays.map(({ name = '', start_date, end_date }) => ({ name, first: dayNumber(start_date), last: dayNumber(end_date) }))
  const week_seconds = week.flat().reduce((sum, [from, to]) => sum + (to - from) * 60, 0)
  return { zone: time_zone, week, week_seconds, holidays: closed, known: new Map(), known_weeks: new Map() }
}

const holidayOn = ({ holidays }: BusinessHours, day: number) => holidays.find(({ first, last }) => day >= first && day <= last)

function keepValue<Value>(known: Map<number, Value>, number: number, value: Value): Value {
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(number, value)
  return value
}

/** The business hours of a day as spans of moments, in their order. */
function spansOf(hours: BusinessHours, day: number): readonly Span[] {
  const known = hours.known.get(day)
  if (known !== undefined) return known
  const spans = holidayOn(hours, day) !== undefined ? [] : ensureDefined(hours.week[(((day + FIRST_WEEKDAY) % 7) + 7) % 7])
  const moment = (minute: number) => momentOf(hours.zone, day * DAY_SECONDS + minute * 60)
  return keepValue(
    hours.known,
    day,
    spans.map(([from, to]): Span => [moment(from), moment(to)]),
  )
}

const dayOf = ({ zone }: BusinessHours, moment: number) => Math.floor((moment + offsetAt(zone, moment)) / DAY_SECONDS)

const firstDayOf = (week: number) => week * WEEK_DAYS - FIRST_WEEKDAY
/** The number of the week that begins on this day, a Sunday; undefined on other days. */
const weekFrom = (day: number) => ((day + FIRST_WEEKDAY) % WEEK_DAYS === 0 ? (day + FIRST_WEEKDAY) / WEEK_DAYS : undefined)

/** The seconds of a week. Weeks make long spans cheap: most need no look at their days. */
function secondsOfWeek(hours: BusinessHours, week: number): number {
  const known = hours.known_weeks.get(week)
  if (known !== undefined) return known
  const first = firstDayOf(week)
  const next = firstDayOf(week + 1)
  const offset = (day: number) => offsetAt(hours.zone, day * DAY_SECONDS)
  const isPlain = offset(first - 1) === offset(next + 1) && !hours.holidays.some((holiday) => holiday.first < next && holiday.last >= first)
  let seconds = isPlain ? hours.week_seconds : 0
  if (!isPlain) for (let day = first; day < next; day += 1) for (const [start, end] of spansOf(hours, day)) seconds += end - start
  return keepValue(hours.known_weeks, week, seconds)
}

/** The week that begins on `day`, if it lies whole between two days, the first of which is known in part only; undefined otherwise. */
function wholeWeekAt(day: number, first: number, end: number): number | undefined {
  return day > first && day + WEEK_DAYS <= end ? weekFrom(day) : undefined
}

/**
 * Seconds between two moments. With business hours, only those within them, and only of the last hundred years before `to`. 0 when `to` is not
 * after `from`.
 */
export function secondsBetween(hours: BusinessHours | null, from: number, to: number): number {
  if (to <= from) return 0
  if (hours === null) return to - from
  let seconds = 0
  const begin = Math.max(from, to - MAX_SPAN_SECONDS)
  const first = dayOf(hours, begin)
  const last = dayOf(hours, to)
  for (let day = first; day <= last;) {
    const week = wholeWeekAt(day, first, last)
    if (week !== undefined) seconds += secondsOfWeek(hours, week)
    else for (const [start, end] of spansOf(hours, day)) seconds += Math.max(0, Math.min(end, to) - Math.max(start, begin))
    day += week === undefined ? 1 : WEEK_DAYS
  }
  return seconds
}

/** The moment at which so many seconds have passed since `from`, within the hours where there are some; null when they do not in ten years. */
export function addBusinessSeconds(hours: BusinessHours | null, from: number, seconds: number): number | null {
  if (hours === null || seconds <= 0) return from + Math.max(0, seconds)
  let left = seconds
  const first = dayOf(hours, from)
  const end = first + FARTHEST_DAYS
  for (let day = first; day < end;) {
    const week = wholeWeekAt(day, first, end)
    const passed = week === undefined ? left : secondsOfWeek(hours, week)
    if (passed < left) {
      left -= passed
      day += WEEK_DAYS
      continue
    }
    for (const [start, finish] of spansOf(hours, day)) {
      const begin = Math.max(start, from)
      if (finish <= begin) continue
      if (finish - begin >= left) return begin + left
      left -= finish - begin
    }
    day += 1
  }
  return null
}

/** True at a moment within the hours. */
export function isOpenAt(hours: BusinessHours, moment: number): boolean {
  return secondsBetween(hours, moment, moment + 1) > 0
}

/** The name of the holiday at a moment; undefined if its day is none. */
export function holidayAt(hours: BusinessHours, moment: number): string | undefined {
  return holidayOn(hours, dayOf(hours, moment))?.name
}
