import { makeBlankProblem, makeInvalidProblem, makeValueProblem } from '#core/problems.ts'
import type { Details } from '#core/errors.ts'
import { addSeconds, toDate } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { HolidayDraft, Interval } from './store.ts'

const WEEK_MINUTES = 10_080
const DAY_SECONDS = 86_400
/** The farthest a holiday may be from today, in days. @source docs/reference/account.md §5 */
const FURTHEST_DAYS = 731
const DAY = /^\d{4}-\d\d-\d\d$/

const collectDetails = (details: Record<string, Details[string] | false>): Details =>
  Object.fromEntries(Object.entries(details).filter((entry): entry is [string, Details[string]] => entry[1] !== false))

/**
 * Validation errors of a schedule as it would be saved. `zone` is undefined for an unknown time zone.
 * @source docs/reference/account.md §5
 */
export function checkSchedule(name: string, zone: string | undefined): Details {
  return collectDetails({
    name: name === '' && [makeBlankProblem('Name')],
    time_zone: zone === undefined && [makeInvalidProblem('Time zone')],
  })
}

/** Validation errors of the hours of a week. @source docs/reference/account.md §5 */
export function checkIntervals(intervals: readonly Interval[]): Details {
  const sorted = [...intervals].sort((one, other) => one.start_time - other.start_time)
  const odd = sorted.some(({ start_time, end_time }) => start_time < 0 || end_time > WEEK_MINUTES || start_time >= end_time)
  if (odd) return { intervals: [makeValueProblem(`Intervals: must start before they end, between 0 and ${WEEK_MINUTES}`)] }
  const overlap = sorted.some(({ start_time }, index) => index > 0 && start_time < ensureDefined(sorted[index - 1]).end_time)
  return overlap ? { intervals: [makeValueProblem('Intervals: must not overlap')] } : {}
}

/** True for an existing calendar day, written `2026-12-25`. */
function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const day = toDate(`${text}T00:00:00.000Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Validation errors of a holiday as it would be saved. @source docs/reference/account.md §5 */
export function checkHoliday({ name, start_date, end_date }: HolidayDraft, now: Date): Details {
  const nearBy = (text: string) => {
    const [earliest, latest] = [-FURTHEST_DAYS, FURTHEST_DAYS].map((days) =>
      addSeconds(now, days * DAY_SECONDS)
        .toISOString()
        .slice(0, 10),
    )
    return text >= (earliest ?? '') && text <= (latest ?? '')
  }
  const isNearDay = (text: string) => isDay(text) && nearBy(text)
  return collectDetails({
    name: name === '' && [makeBlankProblem('Name')],
    start_date: !isNearDay(start_date) && [makeInvalidProblem('Start date')],
    end_date: !isNearDay(end_date)
      ? [makeInvalidProblem('End date')]
      : isNearDay(start_date) && end_date < start_date && [makeValueProblem('End date: must not be before the start date')],
  })
}
