/** What a view reads: an estimate of what matches, a part of it, and all that match, which are collected before they are sorted. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { type AnySelect, q } from '#db/builder.ts'
import { estimate, type Estimate } from '#db/estimate.ts'
import { inOrder, type Wanted } from '#http/paging.ts'
import { joinTables, orderBy, type OrderKey, type Sorted } from './order_store.ts'
import type { Place } from './place_store.ts'

/** What a view reads. */
export interface ViewRead {
  /** The tickets of the account that match, and their condition beside the account. */
  readonly all: AnySelect<object>
  readonly where: RawBuilder<boolean>
  readonly keys: readonly OrderKey[]
  readonly place: Place
}

/** What the planner expects to match a condition. */
export const estimateMatches = (ctx: Context, where: RawBuilder<boolean>): Promise<Estimate> =>
  estimate(ctx.db, sql`select 1 from tickets where tickets.account_id = ${ctx.account.id} and ${where}`)

/** The part of a view for which a condition holds, in the order of these keys. */
export const narrowRead = ({ all, where, place }: ViewRead, keys: readonly OrderKey[], holds: RawBuilder<boolean>): ViewRead => ({
  all: all.where(holds),
  where: sql<boolean>`${where} and ${holds}`,
  keys,
  place,
})

/** The wanted tickets of all that match, which are collected first. */
export function collectMatches(ctx: Context, { all, keys }: ViewRead, wanted: Wanted): Promise<Sorted[]> {
  const { joins, parts } = orderBy(keys)
  const select = joinTables(ctx, all, joins)
    .select('tickets.id')
    .select(parts.map(({ key, value }) => value.as(key)))
  return ctx.db.planned(inOrder(selectChosen(select), wanted))
}

/** A query whose rows are collected before they are sorted and cut. */
export const selectChosen = (select: AnySelect<object>): AnySelect<Sorted> =>
  q
    .with(
      (cte) => cte('chosen').materialized(),
      () => select,
    )
    .selectFrom('chosen')
    .selectAll()
    .$castTo<Sorted>()
