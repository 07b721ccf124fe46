import { wireTime } from '#lib/clock.ts'
import type { AnswerOf } from '#http/route.ts'
import type { HolidayRow, ScheduleRow } from './store.ts'
import type { Holiday, Schedule, Workweek } from './schema.ts'

/** The hours of a week as JSON. @source docs/reference/account.md §5 */
export function presentWorkweek({ intervals }: ScheduleRow): AnswerOf<typeof Workweek> {
  return { intervals: intervals.map(({ start_time, end_time }) => ({ start_time, end_time })) }
}

/** A schedule as JSON. @source docs/reference/account.md §5 */
export function presentSchedule(row: ScheduleRow): AnswerOf<typeof Schedule> {
  return {
    id: row.id,
    name: row.name,
    time_zone: row.time_zone,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    ...presentWorkweek(row),
  }
}

/** A holiday as JSON. @source docs/reference/account.md §5 */
export function presentHoliday({ id, name, start_date, end_date }: HolidayRow): AnswerOf<typeof Holiday> {
  return { id, name, start_date, end_date }
}
