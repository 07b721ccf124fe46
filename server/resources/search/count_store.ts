/** How many records of any type a query finds: exactly, or by a good guess where they are many. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { raw } from '../../db/builder.ts'
import { type Branch, estimated, lastTicketNumber, planned, type Search, source, TABLES, UNKNOWABLE, wordedTickets } from './store.ts'

/** Up to so many are counted one by one; of more the planner knows enough. */
const MOST_COUNTED = 10_000
/** Up to so many where the planner knows nothing: past what can be paged to, a sample says it well enough. */
const MOST_UNKNOWN = 2_000
/** A sample is so many stretches of so many tickets, evenly over all. */
const STRETCHES = 100
const STRETCH = 100

/** How many are found: exactly, or, where there are more than 10,000 (2,000 with phrases), about. */
export async function countHits(ctx: Context, search: Search): Promise<number> {
  const counts = search.branches.map(async (given) => {
    const branch = given.words_only ? given : await planned(ctx, given)
    const all = branch.words_only
      ? wordedTickets(ctx, branch.words as string)
      : sql`select ${sql.ref(`${TABLES[branch.type]}.id`)} from ${source(ctx, branch)} where ${branch.where}`
    const expected = await estimated(ctx, all)
    if (expected <= MOST_COUNTED) return counted(ctx, all)
    return UNKNOWABLE.test(given.words ?? '') ? countedOrSampled(ctx, given, all) : expected
  })
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
}

async function counted(ctx: Context, all: RawBuilder<unknown>): Promise<number> {
  const [row] = await ctx.db.planned(raw(sql<{ total: number }>`select count(*) as total from (${all}) as s`))
  return row?.total ?? 0
}

async function countedOrSampled(ctx: Context, given: Branch, all: RawBuilder<unknown>): Promise<number> {
  const first = await counted(ctx, sql`${all} limit ${MOST_UNKNOWN + 1}`)
  if (first <= MOST_UNKNOWN) return first
  const last = await lastTicketNumber(ctx)
  const step = Math.max(STRETCH, Math.floor(last / STRETCHES))
  const fits = sql<boolean>`x.words @@ ${given.words}::tsquery`
  // `offset` keeps the planner from asking the index on words for each stretch
  const stretches = sql`generate_series(0::bigint, ${last}::bigint, ${step}::bigint) as s (beginning) cross join lateral (
    select w.ticket_id, w.words from ticket_texts w where w.account_id = ${ctx.account.id}
      and w.ticket_id > s.beginning and w.ticket_id <= s.beginning + ${STRETCH}::bigint offset 0) as x`
  const sample = given.words_only
    ? sql`select 1 from ${stretches} where ${fits}`
    : sql`select 1 from ${stretches} join tickets on tickets.account_id = ${ctx.account.id} and tickets.id = x.ticket_id where ${fits} and ${given.where}`
  return Math.max(first, Math.round(((await counted(ctx, sample)) * step) / STRETCH))
}
