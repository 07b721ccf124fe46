// BUSINESS HOURS: weekly schedules and their holidays.
// Not here: what is measured in business hours (metrics, policies, rules).
import Type, { type Static } from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { defineInput, listOf, Name, Whole, wrapInKey } from '#http/shape.ts'

export const ScheduleInput = defineInput({ name: Name, time_zone: Name })
export type ScheduleInput = Static<typeof ScheduleInput>
export const ScheduleBody = wrapInKey('schedule', ScheduleInput)

const IntervalInput = defineInput({ start_time: Whole, end_time: Whole })
export const WorkweekBody = wrapInKey('workweek', defineInput({ intervals: listOf(IntervalInput) }))
export type IntervalInput = Static<typeof IntervalInput>

export const HolidayInput = defineInput({ name: Name, start_date: Name, end_date: Name })
export type HolidayInput = Static<typeof HolidayInput>
export const HolidayBody = wrapInKey('holiday', HolidayInput)

const Interval = Type.Object({ start_time: whole, end_time: whole })
export const Schedule = Type.Object({
  id: whole,
  name: text,
  time_zone: text,
  created_at: text,
  updated_at: text,
  intervals: Type.Array(Interval),
})
export const OneSchedule = Type.Object({ schedule: Schedule })
export const SomeSchedules = Type.Object({ schedules: Type.Array(Schedule), url: text })
export const Workweek = Type.Object({ intervals: Type.Array(Interval) })
export const OneWorkweek = Type.Object({ workweek: Workweek })

export const Holiday = Type.Object({ id: whole, name: text, start_date: text, end_date: text })
export const OneHoliday = Type.Object({ holiday: Holiday })
export const SomeHolidays = Type.Object({ holidays: Type.Array(Holiday), url: text })
