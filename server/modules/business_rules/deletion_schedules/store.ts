/** Every statement on deletion schedules, and the one that finds the tickets to delete. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import { accountsWith, subtractFromNow } from '#db/clocks.ts'
import type { DeletionSchedulesTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { type Compiled, type Conditions, toSql } from '#rules/condition.ts'
import { accountTime } from '#modules/tickets/tickets/schedule_store.ts'

export type ScheduleRow = Omit<Selectable<DeletionSchedulesTable>, 'account_id' | 'conditions'> & { readonly conditions: Conditions }
/** The members that can be written. */
export type ScheduleDraft = Pick<ScheduleRow, 'title' | 'description' | 'object' | 'active' | 'conditions'>

/** Seconds until a schedule that has no matching tickets left runs again. */
const RERUN_SECONDS = 3600
const WRITTEN = ['title', 'description', 'object', 'active', 'conditions', 'done_at', 'updated_at'] as const
const COLUMNS = ['id', 'default', ...WRITTEN, 'created_at'] as const
const LISTED = COLUMNS.map((name) => `"${name}"`).join(', ')
const selectSchedules = defineStatement<ScheduleRow>(`select ${LISTED} from deletion_schedules where account_id = $1 order by id`)
const selectSchedule = defineStatement<ScheduleRow>(`select ${LISTED} from deletion_schedules where account_id = $1 and id = $2`)
const insert = insertRow<ScheduleRow>()('deletion_schedules', ['account_id', ...WRITTEN, 'created_at'], COLUMNS)
const update = updateRow<ScheduleRow>()('deletion_schedules', WRITTEN, COLUMNS)
const remove = defineStatement<unknown>('delete from deletion_schedules where account_id = $1 and id = $2')
const selectDueSchedules = defineStatement<ScheduleRow>(
  `select ${LISTED} from deletion_schedules where account_id = $1 and active and (done_at is null or done_at <= $2) order by id`,
)
const updateDoneAt = defineStatement<unknown>('update deletion_schedules set done_at = $3 where account_id = $1 and id = $2')

/** All deletion schedules of the account. */
export function listSchedules(ctx: Context): Promise<ScheduleRow[]> {
  return ctx.db.all(selectSchedules(ctx.account.id))
}

/** One deletion schedule. @throws NotFound */
export async function getSchedule(ctx: Context, id: number): Promise<ScheduleRow> {
  return orNotFound(await ctx.db.first(selectSchedule(ctx.account.id, id)))
}

const toColumns = (ctx: Context, draft: ScheduleDraft) => ({
  ...draft,
  conditions: toJson(draft.conditions),
  done_at: null,
  updated_at: ctx.now,
})

/** Writes a new schedule. */
export async function insertSchedule(ctx: Context, draft: ScheduleDraft): Promise<ScheduleRow> {
  return ctx.db.one(insert({ account_id: ctx.account.id, ...toColumns(ctx, draft), created_at: ctx.now }))
}

/** Writes a changed schedule and clears `done_at`, so that it runs again at once. */
export async function updateSchedule(ctx: Context, id: number, draft: ScheduleDraft): Promise<ScheduleRow> {
  return ctx.db.one(update({ account_id: ctx.account.id, id }, toColumns(ctx, draft)))
}

/** Removes a schedule. */
export async function deleteSchedule(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}

const restedBy = (now: Date) => addSeconds(now, -RERUN_SECONDS)

/** Of the given accounts, those with a schedule to run now. */
export const accountsWithScheduledDeletions = accountsWith(
  'deletion_schedules d',
  `d.active and (d.done_at is null or d.done_at <= ${subtractFromNow(RERUN_SECONDS)})`,
)

/** The active schedules of the account that are to run now. */
export function findScheduledDeletions(ctx: Context): Promise<ScheduleRow[]> {
  return ctx.db.all(selectDueSchedules(ctx.account.id, restedBy(ctx.now)))
}

/** Records that no more tickets match a schedule for now. */
export async function markDone(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(updateDoneAt(ctx.account.id, id, ctx.now))
}

/** Closed tickets with ids above `after` that meet the conditions, are not deleted and were never restored, in ascending order. */
export async function findTicketsToDelete(ctx: Context, conditions: Compiled, after: number, most: number): Promise<number[]> {
  const context = { account_id: ctx.account.id, now: ctx.now, current_user_id: null, ...(await accountTime(ctx)) }
  const rows = await ctx.db.all(
    q
      .selectFrom('tickets')
      .select('id')
      .where('account_id', '=', ctx.account.id)
      .where('id', '>', after)
      .where('deleted_at', 'is', null)
      .where('restored_at', 'is', null)
      .where('status', '=', 'closed')
      .where(sql<boolean>`${toSql(conditions, context)}`)
      .orderBy('id')
      .limit(most),
  )
  return rows.map((row) => row.id)
}
