/** Every statement on schedules and holidays. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { HolidaysTable, SchedulesTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'

/** Business hours: minutes since Sunday 00:00 in the schedule's time zone; the end is exclusive. */
export interface Interval {
  readonly start_time: number
  readonly end_time: number
}
export type ScheduleRow = Omit<Selectable<SchedulesTable>, 'account_id' | 'intervals'> & { readonly intervals: readonly Interval[] }
export type HolidayRow = Omit<Selectable<HolidaysTable>, 'account_id'>
/** The members of a holiday that can be written; days as `2026-12-25`. */
export type HolidayDraft = Pick<HolidayRow, 'name' | 'start_date' | 'end_date'>

const SCHEDULE = 'id, name, time_zone, intervals, created_at, updated_at'
const HOLIDAY = 'id, schedule_id, name, start_date, end_date'
const selectSchedules = defineStatement<ScheduleRow>(`select ${SCHEDULE} from schedules where account_id = $1 order by id`)
const selectSchedule = defineStatement<ScheduleRow>(`select ${SCHEDULE} from schedules where account_id = $1 and id = $2`)
const insert = defineStatement<ScheduleRow>(
  `insert into schedules (account_id, name, time_zone, intervals, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) returning ${SCHEDULE}`,
)
const update = defineStatement<ScheduleRow>(
  `update schedules set name = $3, time_zone = $4, intervals = $5, updated_at = $6 where account_id = $1 and id = $2 returning ${SCHEDULE}`,
)
const remove = defineStatement<unknown>('delete from schedules where account_id = $1 and id = $2')
const everyHoliday = defineStatement<HolidayRow>(
  `select ${HOLIDAY} from holidays where account_id = $1 and schedule_id = $2 order by start_date, id`,
)
const oneHoliday = defineStatement<HolidayRow>(`select ${HOLIDAY} from holidays where account_id = $1 and schedule_id = $2 and id = $3`)
const addHoliday = defineStatement<HolidayRow>(
  `insert into holidays (account_id, schedule_id, name, start_date, end_date) values ($1, $2, $3, $4, $5) returning ${HOLIDAY}`,
)
const editHoliday = defineStatement<HolidayRow>(
  `update holidays set name = $3, start_date = $4, end_date = $5 where account_id = $1 and id = $2 returning ${HOLIDAY}`,
)
const removeHoliday = defineStatement<unknown>('delete from holidays where account_id = $1 and id = $2')

/** All schedules of the account; the first is the default. */
export function listSchedules(ctx: Context): Promise<ScheduleRow[]> {
  return ctx.db.all(selectSchedules(ctx.account.id))
}

/** One schedule. @throws NotFound */
export async function getSchedule(ctx: Context, id: number): Promise<ScheduleRow> {
  return orNotFound(await ctx.db.first(selectSchedule(ctx.account.id, id)))
}

/** Inserts a schedule. */
export async function insertSchedule(
  ctx: Context,
  { name, time_zone, intervals }: Pick<ScheduleRow, 'name' | 'time_zone' | 'intervals'>,
): Promise<ScheduleRow> {
  return ctx.db.one(insert(ctx.account.id, name, time_zone, JSON.stringify(intervals), ctx.now))
}

/** Updates a schedule. */
export async function updateSchedule(ctx: Context, { id, name, time_zone, intervals }: ScheduleRow): Promise<ScheduleRow> {
  return ctx.db.one(update(ctx.account.id, id, name, time_zone, JSON.stringify(intervals), ctx.now))
}

/** Removes a schedule with its holidays. */
export async function deleteSchedule(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}

/** The holidays of a schedule, by start date. */
export function listHolidays(ctx: Context, scheduleId: number): Promise<HolidayRow[]> {
  return ctx.db.all(everyHoliday(ctx.account.id, scheduleId))
}

/** One holiday of a schedule. @throws NotFound */
export async function getHoliday(ctx: Context, scheduleId: number, id: number): Promise<HolidayRow> {
  return orNotFound(await ctx.db.first(oneHoliday(ctx.account.id, scheduleId, id)))
}

/** Inserts a holiday. */
export async function insertHoliday(ctx: Context, scheduleId: number, { name, start_date, end_date }: HolidayDraft): Promise<HolidayRow> {
  return ctx.db.one(addHoliday(ctx.account.id, scheduleId, name, start_date, end_date))
}

/** Updates a holiday. */
export async function updateHoliday(ctx: Context, id: number, { name, start_date, end_date }: HolidayDraft): Promise<HolidayRow> {
  return ctx.db.one(editHoliday(ctx.account.id, id, name, start_date, end_date))
}

/** Removes a holiday. */
export async function deleteHoliday(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(removeHoliday(ctx.account.id, id))
}
