/** The number of matches of a query: exact, or estimated when there are many. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { forEachOf } from '#lib/all_of.ts'
import { ensureDefined } from '#lib/defined.ts'
import { lastTicketNumber } from './order_store.ts'
import {
  type Branch,
  countMatches,
  estimateMatches,
  planBranch,
  type Search,
  source,
  TABLES,
  NOT_ESTIMABLE,
  ticketsWithWords,
} from './store.ts'

/** Matches are counted exactly up to this number, and estimated beyond it. */
const MAX_COUNTED = 10_000
/** A sample has this many ranges of this many tickets each, evenly distributed. */
const STRETCHES = 100
const STRETCH = 50

/** The number of matches: exact up to about 10,000, estimated beyond. */
export async function countHits(ctx: Context, search: Search): Promise<number> {
  const counts = await forEachOf(search.branches, async (given) => {
    const branch = given.words_only ? given : await planBranch(ctx, given)
    // the planner has no statistics on marks
    const expected = await estimateMatches(ctx, selectMatches(ctx, { ...branch, marks: null }))
    if (expected <= MAX_COUNTED) return countMatches(ctx, selectMatches(ctx, branch))
    if (!NOT_ESTIMABLE.test(given.words ?? '')) return expected
    const isByWords = given.marks !== null || given.words_only
    return (await estimateFromSample(ctx, given)) ?? countMatches(ctx, selectMatches(ctx, isByWords ? given : branch))
  })
  return counts.reduce((sum, one) => sum + one, 0)
}

/** Selects the ids of all matches. */
function selectMatches(ctx: Context, branch: Branch): RawBuilder<unknown> {
  return branch.words_only
    ? ticketsWithWords(ctx, ensureDefined(branch.words), branch.marks)
    : sql`select ${sql.ref(`${TABLES[branch.type]}.id`)} from ${source(ctx, branch)} where ${branch.where}`
}

/** The number extrapolated from a sample; null when it is so low that matches can be counted. */
async function estimateFromSample(ctx: Context, given: Branch): Promise<number | null> {
  const last = await lastTicketNumber(ctx)
  const step = Math.max(STRETCH, Math.floor(last / STRETCHES))
  const fits = sql<boolean>`x.words @@ ${given.words}::tsquery`
  // `offset 0` keeps the planner from querying the index on words for each range
  const stretches = sql`generate_series(0::bigint, ${last}::bigint, ${step}::bigint) as s (beginning) cross join lateral (
    select w.ticket_id, w.words from ticket_texts w where w.account_id = ${ctx.account.id}
      and w.ticket_id > s.beginning and w.ticket_id <= s.beginning + ${STRETCH}::bigint offset 0) as x`
  const sample = given.words_only
    ? sql`select 1 from ${stretches} where ${fits}`
    : sql`select 1 from ${stretches} join tickets on tickets.account_id = ${ctx.account.id} and tickets.id = x.ticket_id where ${fits} and ${given.where}`
  const about = Math.round(((await countMatches(ctx, sample)) * step) / STRETCH)
  return about <= MAX_COUNTED && step > STRETCH ? null : about
}
