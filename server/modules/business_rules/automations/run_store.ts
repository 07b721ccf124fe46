/** Statements of the hourly run of automations. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { accountsWith } from '#db/clocks.ts'
import type { AutomationRow } from './store.ts'

type ActiveAutomation = Pick<AutomationRow, 'id' | 'title' | 'conditions' | 'actions'>

const selectActive = defineStatement<ActiveAutomation>(
  'select id, title, conditions, actions from automations where account_id = $1 and active order by position, id',
)
const isActive = defineStatement<{ id: number }>('select id from automations where account_id = $1 and id = $2 and active')
const lastHour = defineStatement<{ hour: string }>('select hour from automation_hours where account_id = $1')
const setHour = defineStatement<unknown>(`insert into automation_hours (account_id, hour) values ($1, $2)
  on conflict (account_id) do update set hour = excluded.hour`)

/** The active automations in the order in which they run. */
export function activeAutomations(ctx: Context): Promise<ActiveAutomation[]> {
  return ctx.db.all(selectActive(ctx.account.id))
}

/** True if the automation is still active. */
export async function isStillActive(ctx: Context, id: number): Promise<boolean> {
  return (await ctx.db.first(isActive(ctx.account.id, id))) !== undefined
}

/** The hour of the last run; undefined before the first. */
export async function hourOfLastRun(ctx: Context): Promise<string | undefined> {
  return (await ctx.db.first(lastHour(ctx.account.id)))?.hour
}

/** Records the hour of a run. */
export async function recordHour(ctx: Context, hour: Date): Promise<void> {
  await ctx.db.run(setHour(ctx.account.id, hour))
}

/** Ids of tickets that meet a condition, at most `most`, without closed ones and those that automations have changed `limit` times. */
export async function ticketsToChange(ctx: Context, where: RawBuilder<boolean>, most: number, limit: number): Promise<number[]> {
  const changes = sql`(select count(*) from (select from ticket_audits a where a.account_id = ${ctx.account.id} and a.ticket_id = tickets.id
    and a.via #>> '{source,rel}' = 'automation' limit ${limit}::integer) as x)`
  const query = q
    .selectFrom('tickets')
    .select('id')
    .where('account_id', '=', ctx.account.id)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'closed')
    .where(where)
    .where(sql<boolean>`${changes} < ${limit}::integer`)
    .orderBy('id')
    .limit(most)
  return (await ctx.db.all(query)).map((row) => row.id)
}

/** The accounts whose automations have not run in this hour of their clock. */
export const accountsWithHour = accountsWith(
  'automations d',
  `d.active and date_trunc('hour', c.now) > coalesce((select h.hour from automation_hours h where h.account_id = d.account_id), '-infinity')`,
)
