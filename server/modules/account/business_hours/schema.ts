// BUSINESS HOURS: weekly schedules and their holidays.
// Not here: what is measured in business hours (metrics, policies, rules).
import Type, { type Static } from 'typebox'
import { input, listOf, Name, Whole, wrapped } from '../../../http/shape.ts'

export const ScheduleInput = input({ name: Name, time_zone: Name })
export type ScheduleInput = Static<typeof ScheduleInput>
export const ScheduleBody = wrapped('schedule', ScheduleInput)

const IntervalInput = input({ start_time: Whole, end_time: Whole })
export const WorkweekBody = wrapped('workweek', input({ intervals: listOf(IntervalInput) }))
export type IntervalInput = Static<typeof IntervalInput>

export const HolidayInput = input({ name: Name, start_date: Name, end_date: Name })
export type HolidayInput = Static<typeof HolidayInput>
export const HolidayBody = wrapped('holiday', HolidayInput)

const Interval = Type.Object({ start_time: Type.Integer(), end_time: Type.Integer() })
export const Schedule = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  time_zone: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
  intervals: Type.Array(Interval),
})
export const OneSchedule = Type.Object({ schedule: Schedule })
export const SomeSchedules = Type.Object({ schedules: Type.Array(Schedule), url: Type.String() })
export const OneWorkweek = Type.Object({ workweek: Type.Object({ intervals: Type.Array(Interval) }) })

export const Holiday = Type.Object({ id: Type.Integer(), name: Type.String(), start_date: Type.String(), end_date: Type.String() })
export const OneHoliday = Type.Object({ holiday: Holiday })
export const SomeHolidays = Type.Object({ holidays: Type.Array(Holiday), url: Type.String() })
