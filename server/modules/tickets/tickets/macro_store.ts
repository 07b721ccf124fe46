/** Statements on the macros that tickets name: their titles, and how often they are used. Macros themselves are records of business rules. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { accountsWith, subtractFromNow } from '#db/clocks.ts'
import { inBatches } from '#db/batches.ts'
import { addSeconds } from '#lib/clock.ts'
import type { TicketInput } from './schema.ts'

/** No use is counted longer. @source docs/reference/business_rules.md §2.1 */
const KEPT_SECONDS = 30 * 24 * 3600
const AT_ONCE = 5000

const titlesOf = defineStatement<{ id: number; title: string }>(
  'select id, title from macros where account_id = $1 and id = any($2::bigint[])',
)
// a row for each use: uses at the same time do not wait for each other
const insert = defineStatement<unknown>(`insert into macro_uses (account_id, macro_id, used_at)
  select $1, m.id, $3 from macros m where m.account_id = $1 and m.id = any($2::bigint[])`)
const remove = defineStatement<unknown>(`delete from macro_uses where account_id = $1 and id in (
  select u.id from macro_uses u where u.account_id = $1 and u.used_at <= $2 order by u.used_at limit $3)`)

/** The ids of the macros a write names, each once. */
export function macrosOf({ macro_id, macro_ids = [] }: Pick<TicketInput, 'macro_id' | 'macro_ids'>): number[] {
  return [...new Set([...macro_ids, ...(typeof macro_id === 'number' ? [macro_id] : [])])]
}

/** The titles of those of these macros that exist, by id. */
export async function macroTitles(ctx: Context, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  return new Map((await ctx.db.all(titlesOf(ctx.account.id, ids))).map((row) => [row.id, row.title]))
}

/** Notes that macros were used. Ids of macros that do not exist are left out. */
export async function noteMacroUses(tx: Context, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.db.run(insert(tx.account.id, ids, tx.now))
}

/** Uses that no count includes any more. */
export const scheduledMacroUses = {
  accountsDue: accountsWith('macro_uses d', `d.used_at <= ${subtractFromNow(KEPT_SECONDS)}`),
  act: (ctx: Context): Promise<number> =>
    inBatches(AT_ONCE, () => ctx.db.run(remove(ctx.account.id, addSeconds(ctx.now, -KEPT_SECONDS), AT_ONCE))),
}
