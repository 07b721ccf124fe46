/** Whether the account works at a moment. Pure. @source docs/reference/business_rules.md §7 */
import type { HolidayRow, ScheduleRow } from '../../account/business_hours/store.ts'

const WEEK = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MINUTES_OF_DAY = 24 * 60

/** Day and minute of the week of a moment, in a time zone. */
function localTime(at: Date, timeZone: string): { day: string; minute: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...({ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
  })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const minute = WEEK.indexOf((part.weekday ?? '').slice(0, 3)) * MINUTES_OF_DAY + Number(part.hour) * 60 + Number(part.minute)
  return { day: `${part.year}-${part.month}-${part.day}`, minute }
}

/** The values of business hours: by a schedule and its holidays. Without a schedule the account always works. */
export function hourValues(at: Date, zone: string, schedule: ScheduleRow | undefined, holidays: readonly HolidayRow[]) {
  if (schedule === undefined) return { in_business_hours: 'true', current_holiday_name: '' }
  const { day, minute } = localTime(at, zone)
  const holiday = holidays.find(({ start_date, end_date }) => start_date <= day && day <= end_date)
  const isOpen = holiday === undefined && schedule.intervals.some(({ start_time, end_time }) => start_time <= minute && minute < end_time)
  return { in_business_hours: String(isOpen), current_holiday_name: holiday?.name ?? '' }
}
