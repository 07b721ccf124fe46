/** The acts on schedules and holidays. */
import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'
import { refuseInvalid } from '#core/errors.ts'
import { formatDay } from '#lib/dates.ts'
import { timeZoneNamed } from '#lib/time_zones.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { checkHoliday, checkIntervals, checkSchedule } from './check.ts'
import type { HolidayInput, IntervalInput, ScheduleInput } from './schema.ts'
import {
  deleteHoliday,
  deleteSchedule,
  getHoliday,
  getSchedule,
  type HolidayDraft,
  type HolidayRow,
  insertHoliday,
  insertSchedule,
  type ScheduleRow,
  updateHoliday,
  updateSchedule,
} from './store.ts'

/** Monday to Friday, 09:00 to 17:00. @source docs/reference/account.md §5 */
const USUAL_WEEK = [1, 2, 3, 4, 5].map((day) => ({ start_time: day * 1440 + 540, end_time: day * 1440 + 1020 }))

/** Records an act on a schedule. Processes read schedules anew: tickets are measured by them. */
async function audit(
  tx: Context,
  action: 'create' | 'update' | 'destroy',
  { id, name }: Pick<ScheduleRow, 'id' | 'name'>,
  change_description: string,
): Promise<void> {
  await recordAudit(tx, { action, source_type: 'schedule', source_id: id, source_label: name, change_description })
  await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
}

/** Creates a schedule with the default week. @throws Forbidden @throws RecordInvalid @source docs/reference/account.md §5 */
export async function createSchedule(ctx: Context, input: ScheduleInput): Promise<ScheduleRow> {
  requirePermission(ctx, 'schedule.manage')
  const name = (input.name ?? '').trim()
  const time_zone = timeZoneNamed(input.time_zone ?? '')
  refuseInvalid(checkSchedule(name, time_zone))
  return inTransaction(ctx, async (tx) => {
    const row = await insertSchedule(tx, { name, time_zone: ensureDefined(time_zone), intervals: USUAL_WEEK })
    await audit(tx, 'create', row, `Created in ${row.time_zone}`)
    return row
  })
}

/** Changes a schedule's name or zone. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/account.md §5 */
export async function changeSchedule(ctx: Context, id: number, input: ScheduleInput): Promise<ScheduleRow> {
  requirePermission(ctx, 'schedule.manage')
  return inTransaction(ctx, async (tx) => {
    const before = await getSchedule(tx, id)
    const name = (input.name ?? before.name).trim()
    const time_zone = timeZoneNamed(input.time_zone ?? before.time_zone)
    refuseInvalid(checkSchedule(name, time_zone))
    const row = await updateSchedule(tx, { ...before, name, time_zone: ensureDefined(time_zone) })
    await audit(tx, 'update', row, `Changed from ${before.name} (${before.time_zone}) to ${row.name} (${row.time_zone})`)
    return row
  })
}

/** Changes the hours of a schedule's week. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/account.md §5 */
export async function changeWorkweek(ctx: Context, id: number, inputs: readonly IntervalInput[]): Promise<ScheduleRow> {
  requirePermission(ctx, 'schedule.manage')
  const intervals = inputs.map(({ start_time, end_time }) => ({ start_time: start_time ?? -1, end_time: end_time ?? -1 }))
  intervals.sort((one, other) => one.start_time - other.start_time)
  return inTransaction(ctx, async (tx) => {
    const before = await getSchedule(tx, id)
    refuseInvalid(checkIntervals(intervals))
    const row = await updateSchedule(tx, { ...before, intervals })
    await audit(tx, 'update', row, 'Hours of the week changed')
    return row
  })
}

/** Removes a schedule with its holidays. @throws Forbidden @throws NotFound */
export async function removeSchedule(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'schedule.manage')
  await inTransaction(ctx, async (tx) => {
    const before = await getSchedule(tx, id)
    await deleteSchedule(tx, id)
    await audit(tx, 'destroy', before, 'Deleted')
  })
}

// typed clients send a date as midnight of that day
const day = (text: string) => text.replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1')

const describeHoliday = ({ name, start_date, end_date }: HolidayDraft) =>
  `${name}, ${formatDay(start_date)}${end_date === start_date ? '' : ` to ${formatDay(end_date)}`}`

const draft = (before: HolidayDraft, input: HolidayInput): HolidayDraft => ({
  name: (input.name ?? before.name).trim(),
  start_date: day(input.start_date ?? before.start_date),
  end_date: day(input.end_date ?? before.end_date),
})

/**
 * Adds a holiday; without an end date it is one day long.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 * @source docs/reference/account.md §5
 */
export async function createHoliday(ctx: Context, scheduleId: number, input: HolidayInput): Promise<HolidayRow> {
  requirePermission(ctx, 'schedule.manage')
  return inTransaction(ctx, async (tx) => {
    const schedule = await getSchedule(tx, scheduleId)
    const holiday = draft({ name: '', start_date: '', end_date: input.start_date ?? '' }, input)
    refuseInvalid(checkHoliday(holiday, tx.now))
    const row = await insertHoliday(tx, scheduleId, holiday)
    await audit(tx, 'update', schedule, `Holiday added: ${describeHoliday(row)}`)
    return row
  })
}

/** Changes a holiday. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/account.md §5 */
export async function changeHoliday(ctx: Context, scheduleId: number, id: number, input: HolidayInput): Promise<HolidayRow> {
  requirePermission(ctx, 'schedule.manage')
  return inTransaction(ctx, async (tx) => {
    const schedule = await getSchedule(tx, scheduleId)
    const holiday = draft(await getHoliday(tx, scheduleId, id), input)
    refuseInvalid(checkHoliday(holiday, tx.now))
    const row = await updateHoliday(tx, id, holiday)
    await audit(tx, 'update', schedule, `Holiday changed: ${describeHoliday(row)}`)
    return row
  })
}

/** Removes a holiday. @throws Forbidden @throws NotFound */
export async function removeHoliday(ctx: Context, scheduleId: number, id: number): Promise<void> {
  requirePermission(ctx, 'schedule.manage')
  await inTransaction(ctx, async (tx) => {
    const schedule = await getSchedule(tx, scheduleId)
    const before = await getHoliday(tx, scheduleId, id)
    await deleteHoliday(tx, id)
    await audit(tx, 'update', schedule, `Holiday removed: ${before.name}`)
  })
}
