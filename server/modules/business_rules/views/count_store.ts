/**
 * How many tickets views have: counted each time where they are few. Where they are many, one view in a call is counted anew, and the others have the
 * number of their last count or the planner's estimate.
 * @source docs/reference/business_rules.md §5.5
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context, Services } from '#core/context.ts'
import { compileSql } from '#db/builder.ts'
import { estimateRowsOfEach } from '#db/estimate.ts'
import { readStopwatch } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { type Lru, makeLru } from '#lib/lru.ts'
import { seesEveryTicket } from '#permissions/ticket_scope.ts'
import type { Conditions } from '#rules/condition.ts'
import type { RuleCatalogue } from '#rules/facts.ts'
import { conditionsToSql, contextFor, selectShownTickets } from './conditions_store.ts'
import { BOUNDS, lastNumber } from './walk_store.ts'

/** How far views are counted. */
export interface CountBounds {
  /** The tickets of an account that is small: there every view is counted each time. */
  readonly small: number
  /** Up to this number views are counted each time. */
  readonly exact: number
  /** Counts stop here. */
  readonly most: number
}

const COUNT_BOUNDS: CountBounds = { small: BOUNDS.small, exact: 5_000, most: 100_000 }

/** A count is kept so long, and longer the more there are. */
const KEPT_MS = 60_000
const MAX_KEPT_MS = 10 * 60_000
const KEPT_MS_PER_TICKET = 10
const VIEWS_KEPT = 1000

/** How many tickets a view has, and whether that was counted just now. */
export interface Counted {
  readonly value: number
  readonly fresh: boolean
}

/** The number of a view with many tickets. `until`: when it is to be counted anew; an estimate at the next occasion. */
interface Kept {
  readonly value: number
  readonly until: number
}

/** Each process has its own. */
const keptBy = new WeakMap<Services, Lru<Kept>>()

function keptFor({ services }: Context): Lru<Kept> {
  const kept = keptBy.get(services) ?? makeLru<Kept>(VIEWS_KEPT)
  keptBy.set(services, kept)
  return kept
}

/** What a count is kept under: the conditions, and for whom. The moment is left out: a kept count is some minutes old anyway. */
function keyOf(ctx: Context, conditions: Conditions): string {
  const forOne = !seesEveryTicket(ctx.actor) || /"current_(?:user|groups)"/.test(JSON.stringify(conditions))
  return JSON.stringify([ctx.account.id, forOne ? ctx.actor.id : 0, conditions])
}

/** The numbers of tickets that match each condition, up to a bound for each, with one statement. */
async function countUpTo(ctx: Context, wheres: readonly RawBuilder<boolean>[], most: readonly number[]): Promise<number[]> {
  if (wheres.length === 0) return []
  const columns = wheres.map((where, index) => {
    const some = selectShownTickets(ctx, where)
      .select(sql<number>`1`.as('one'))
      .limit(ensureDefined(most[index]))
    return sql<number>`(select count(*) from ${some.as('some')})`.as(`count_${index}`)
  })
  const [row] = await ctx.db.planned(compileSql(sql<Record<string, number>>`select ${sql.join(columns)}`))
  return wheres.map((_where, index) => row?.[`count_${index}`] ?? 0)
}

/** A view to be counted, with what is known of its number. */
interface Candidate {
  readonly place: number
  readonly key: string
  readonly where: RawBuilder<boolean>
  readonly kept: Kept | undefined
  /** The number that is shown if it is not counted; null if it is counted each time. */
  readonly about: number | null
}

/** How many tickets match each of these conditions. */
export async function countEach(ctx: Context, all: readonly Conditions[], types: RuleCatalogue, bounds = COUNT_BOUNDS): Promise<Counted[]> {
  const context = await contextFor(ctx)
  const wheres = all.map((conditions) => conditionsToSql(conditions, types, context))
  if ((await lastNumber(ctx)) <= bounds.small) {
    const most = wheres.map(() => bounds.most)
    return (await countUpTo(ctx, wheres, most)).map((value) => ({ value, fresh: true }))
  }
  const kept = keptFor(ctx)
  const views = wheres.map((where, place) => {
    const key = keyOf(ctx, ensureDefined(all[place]))
    return { place, key, where, kept: kept.get(key) }
  })
  const expected = await estimateViewRows(
    ctx,
    views.filter((view) => view.kept === undefined),
  )
  const candidates = views.map((view): Candidate => {
    const about = view.kept?.value ?? ensureDefined(expected.get(view.place))
    return { ...view, about: view.kept === undefined && about <= bounds.exact ? null : about }
  })
  return countCandidates(ctx, candidates, kept, bounds)
}

/** What the planner expects of views, by their place. */
async function estimateViewRows(ctx: Context, views: readonly Omit<Candidate, 'about'>[]): Promise<Map<number, number>> {
  const rows = await estimateRowsOfEach(
    ctx.db,
    views.map(({ where }) => sql`${selectShownTickets(ctx, where).select('tickets.id')}`),
  )
  return new Map(views.map(({ place }, index) => [place, ensureDefined(rows[index])]))
}

/** Counts the views with few tickets, and of the others the one whose number is the oldest. */
async function countCandidates(
  ctx: Context,
  candidates: readonly Candidate[],
  kept: Lru<Kept>,
  { exact, most }: CountBounds,
): Promise<Counted[]> {
  const now = readStopwatch()
  const dueAt = ({ kept: known }: Candidate) => known?.until ?? 0
  const due = candidates.filter((each) => each.about !== null && dueAt(each) <= now)
  const [oldest] = due.toSorted((one, other) => dueAt(one) - dueAt(other))
  const chosen = candidates.filter((each) => each.about === null || each === oldest)
  const counts = await countUpTo(
    ctx,
    chosen.map(({ where }) => where),
    chosen.map((each) => (each === oldest ? most : exact + 1)),
  )
  const found = candidates.map(({ about, kept: known }) => ({ value: about ?? 0, fresh: known !== undefined && known.until > now }))
  for (const [index, { place, key, about }] of chosen.entries()) {
    const value = ensureDefined(counts[index])
    const isMany = about === null && value > exact
    found[place] = { value: about === null ? value : value < most ? value : Math.max(value, about), fresh: !isMany }
    if (isMany) kept.set(key, { value, until: 0 })
    else if (about !== null) kept.set(key, { value: ensureDefined(found[place]).value, until: readStopwatch() + lifeOf(value) })
  }
  for (const each of due) if (each !== oldest && each.kept === undefined) kept.set(each.key, { value: each.about ?? 0, until: 0 })
  return found
}

const lifeOf = (value: number) => Math.min(Math.max(value * KEPT_MS_PER_TICKET, KEPT_MS), MAX_KEPT_MS)
