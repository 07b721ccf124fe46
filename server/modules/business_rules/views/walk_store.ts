/**
 * The first tickets of a view in its order. Where many tickets match, they are not all read: a column of few values is read one value after the
 * other, and within them tickets are taken from an index in their order until the page is full. Where matches are few, or far apart in that order,
 * all of them are collected and sorted. Either way the page is exact.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { type AnySelect, defineLookup, q, compileSql } from '#db/builder.ts'
import { estimate, type Estimate } from '#db/estimate.ts'
import { inOrder, type Wanted } from '#http/paging.ts'
import { ensureDefined } from '#lib/defined.ts'
import { firstOfEach } from './assignee_store.ts'
import { isNamed, lacksRecord, OF_NAME, ofNames, lacksLivingRecord } from './names_store.ts'
import { joinTables, NO_BREACH, orderBy, type OrderKey, type Rank, type Sorted } from './order_store.ts'
import { firstPlaces, type Place } from './place_store.ts'

/** From where on reading in order is worth while, and how far. */
export interface Bounds {
  /** The tickets of an account that is small: there all matches are collected at once. */
  readonly small: number
  /** Expected matches that are collected at once. */
  readonly none: number
  /** What collecting them may cost, in the planner's unit, where an index holds all that is read. */
  readonly cheap: number
  /** Expected matches that are collected rather than searched for further than the first walk. */
  readonly few: number
  /** The same where an index holds all that is read: collecting so many takes less time than a further walk. */
  readonly gathered: number
  /** How many tickets are looked at in order, in turn; after that all matches are collected. */
  readonly walks: readonly number[]
  /** How many tickets are looked at in vain for one page. */
  readonly most_walked: number
  /** How many names are looked at in their order. */
  readonly names: number
  /** Names are looked at if of so many tickets one matches: of each name all tickets are read until the page is full. */
  readonly sparse: number
}

export const BOUNDS: Bounds = {
  small: 10_000,
  none: 200,
  cheap: 20_000,
  few: 2_000,
  gathered: 50_000,
  walks: [2_000, 10_000],
  most_walked: 12_000,
  names: 1_000,
  sparse: 10,
}

/** What is left of {@link Bounds.most_walked} for a page, and whether names are looked at. */
interface Effort extends Bounds {
  left: number
  readonly is_dense: boolean
}

/** What a view reads. */
export interface ViewRead {
  /** The tickets of the account that match, and their condition beside the account. */
  readonly all: AnySelect<object>
  readonly where: RawBuilder<boolean>
  readonly keys: readonly OrderKey[]
  readonly place: Place
}

const selectCounter = defineLookup<{ last_id: number }>('select last_id from ticket_counters where account_id = $1')

/** How many tickets the account has had. In accounts with few everything is counted and collected each time. */
export async function lastNumber(ctx: Context): Promise<number> {
  return (await ctx.db.first(selectCounter(ctx.account.id)))?.last_id ?? 0
}

/** The wanted tickets of a view. */
export async function readWantedTickets(ctx: Context, read: ViewRead, wanted: Wanted, bounds: Bounds): Promise<Sorted[]> {
  if (read.place.statuses.length === 0) return []
  const last = await lastNumber(ctx)
  if (last <= bounds.small) return collectMatches(ctx, read, wanted)
  const found = await estimateMatches(ctx, read.where)
  if (isQuick(found, bounds)) return collectMatches(ctx, read, wanted)
  return tickets(ctx, read, wanted, { ...bounds, left: bounds.most_walked, is_dense: found.rows * bounds.sparse >= last })
}

const estimateMatches = (ctx: Context, where: RawBuilder<boolean>): Promise<Estimate> =>
  estimate(ctx.db, sql`select 1 from tickets where tickets.account_id = ${ctx.account.id} and ${where}`)

/** The wanted tickets of those in a place of the order. */
async function tickets(ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort): Promise<Sorted[]> {
  const [first] = read.keys
  if (first?.ranks !== undefined) return byRanks(ctx, read, wanted, effort)
  const isAssignee = first?.name === 'assignee' && !read.place.statuses.includes('closed')
  if (isAssignee)
    return ctx.db.planned(inOrder(selectChosen(firstOfEach(ctx, { all: read.all, order: orderBy(read.keys), wanted })), wanted))
  if (isNamed(first) && effort.is_dense) return byNames(ctx, read, wanted, effort)
  if (first?.name === 'sla_next_breach_at') return byBreach(ctx, read, wanted, effort)
  if (read.keys.length === 1 || (read.keys.length === 2 && first?.moment !== undefined))
    for (const reach of effort.walks.filter((each) => each >= wanted.most && each <= effort.left)) {
      const found = await walkOrder(ctx, read, wanted, reach)
      if (found.length === wanted.most) return found
      effort.left -= reach
      const { rows, is_index_only } = await estimateMatches(ctx, read.where)
      if (rows <= effort.few || (is_index_only && rows <= effort.gathered)) break
    }
  return collectMatches(ctx, read, wanted)
}

/** The tickets of one value of the first column after the other: a page seldom needs more than the first. */
async function byRanks(ctx: Context, read: ViewRead, { order, from, most }: Wanted, effort: Effort): Promise<Sorted[]> {
  const [first, ...keys] = read.keys
  const key = ensureDefined(first)
  const { length } = key.columns
  const { key: name, descending = false } = ensureDefined(order[0])
  const found = new Map<number, Sorted>()
  const inTurn = descending ? (key.ranks ?? []).toReversed() : (key.ranks ?? [])
  for (const rank of inTurn.filter((each) => mayHave(each, key, read.place))) {
    const value = ensureDefined(rank.keys[0])
    const begun = from === null ? 1 : Math.sign(value - Number(from[0])) * (descending ? -1 : 1)
    if (begun < 0) continue
    const wanted = { order: order.slice(length), from: begun === 0 && from !== null ? from.slice(length) : null, most: most - found.size }
    for (const row of await part(ctx, narrowToRank(read, { key, keys, rank }), wanted, effort))
      // a ticket may change its value between two statements
      if (!found.has(row.id)) found.set(row.id, { ...row, [name]: value })
    if (found.size === most) break
  }
  return [...found.values()]
}

/** The tickets that have the first column, in its order, and those without. These come first in an ascending order of names. */
async function byNames(ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort): Promise<Sorted[]> {
  const [key, ...keys] = read.keys
  if (!isNamed(key)) return collectMatches(ctx, read, wanted)
  const { order, from, most } = wanted
  const isLast = order[0]?.descending === true
  const isBehind = from !== null && from[1] === 0
  const rest = (left: number): Wanted => ({
    order: order.slice(OF_NAME),
    from: isBehind ? (from?.slice(OF_NAME) ?? null) : null,
    most: left,
  })
  const readNamelessTickets = async (left: number) => {
    const [all, about] = [lacksLivingRecord(ctx, key.name), lacksRecord(key.name)].map((holds) => narrowRead(read, keys, holds))
    const found = await part(ctx, ensureDefined(all), rest(left), effort, ensureDefined(about))
    const [name, id] = key.columns.map((column) => column.key)
    return found.map((row): Sorted => ({ ...row, [name ?? '']: '', [id ?? '']: 0 }))
  }
  const before = isLast || (from !== null && !isBehind) ? [] : await readNamelessTickets(most)
  if (before.length === most || (isLast && isBehind)) return isLast ? readNamelessTickets(most) : before
  const further = { order, from: isBehind ? null : from, most: most - before.length }
  const named = await ctx.db.planned(ofNames(ctx, { all: read.all, keys: [key, ...keys] }, further, effort.names))
  const found = keepFirstOfEach([...before, ...named])
  return found.length === most ? found : collectMatches(ctx, read, wanted)
}

/** Those that are going to breach a target, and those that are not, as if that were after all others. */
async function byBreach(ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort): Promise<Sorted[]> {
  const [key, ...keys] = read.keys
  const { order, from, most } = wanted
  const isFirst = order[0]?.descending === true
  const isNever = from !== null && from[0] === NO_BREACH
  const readWithoutBreach = async (left: number) => {
    const behind = isNever && from !== null ? from.slice(1) : null
    const found = await part(
      ctx,
      narrowRead(read, keys, sql<boolean>`tickets.sla_next_breach_at is null`),
      { order: order.slice(1), from: behind, most: left },
      effort,
    )
    return found.map((row): Sorted => ({ ...row, [order[0]?.key ?? '']: NO_BREACH }))
  }
  const readWithBreach = (left: number) => {
    const due = narrowRead(
      read,
      [{ ...ensureDefined(key), name: null, moment: 'sla_next_breach_at' }, ...keys],
      sql<boolean>`tickets.sla_next_breach_at is not null`,
    )
    return part(ctx, due, { order, from: isNever ? null : from, most: left }, effort)
  }
  const turns = isFirst
    ? [...(from === null || isNever ? [readWithoutBreach] : []), readWithBreach]
    : [...(isNever ? [] : [readWithBreach]), readWithoutBreach]
  let found: Sorted[] = []
  for (const turn of turns) if (found.length < most) found = keepFirstOfEach([...found, ...(await turn(most - found.length))])
  return found
}

/** The tickets of a part of the view. `where`: what is expected of it can be judged by this. */
const part = async (ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort, { where } = read) =>
  (await estimateMatches(ctx, where)).rows <= effort.none ? collectMatches(ctx, read, wanted) : tickets(ctx, read, wanted, effort)

/** Of the view as a whole: the planner underestimates the parts, where a condition repeats another. */
const isQuick = ({ rows, cost, is_index_only }: Estimate, { none, small, cheap }: Bounds) =>
  rows <= none || (rows <= small && is_index_only && cost <= cheap)

/** Of tickets that have changed between two statements, the first. */
const keepFirstOfEach = (rows: readonly Sorted[]) => [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed()

const narrowRead = ({ all, where, place }: ViewRead, keys: readonly OrderKey[], holds: RawBuilder<boolean>): ViewRead => ({
  all: all.where(holds),
  where: sql<boolean>`${where} and ${holds}`,
  keys,
  place,
})

const mayHave = (rank: Rank, { name }: OrderKey, { statuses }: Place) => name !== 'status' || statuses.includes(rank.name)

/** The tickets that have one of the values. */
function narrowToRank(read: ViewRead, { key, keys, rank }: { key: OrderKey; keys: readonly OrderKey[]; rank: Rank }): ViewRead {
  const status = key.name === 'status' ? { statuses: [rank.name] } : {}
  const priority = key.name === 'priority' ? { priority: rank.name } : {}
  return { ...narrowRead(read, keys, rank.holds), place: { ...read.place, ...status, ...priority } }
}

/** The wanted tickets among the first `reach` in the order. */
function walkOrder(ctx: Context, { where, keys, place }: ViewRead, wanted: Wanted, reach: number): Promise<Sorted[]> {
  const moment = keys.length === 2 ? ensureDefined(keys[0]?.moment) : null
  const names = wanted.order.map(({ key }) => sql.ref(key))
  const places = firstPlaces(ctx, { ...place, moment }, wanted, reach)
  const by = wanted.order.map(({ key, descending }) => sql`${sql.ref(`f.${key}`)} ${descending === true ? sql`desc` : sql`asc`}`)
  // a nested loop over the places; `offset 0` keeps the planner from reading all tickets for a join
  return ctx.db.planned(
    compileSql(sql<Sorted>`select ${sql.join(names.map((name) => sql`f.${name}`))} from (${places}) as f
      cross join lateral (select t.* from tickets as t where t.account_id = ${ctx.account.id} and t.id = f.id offset 0) as tickets
      where ${where} order by ${sql.join(by)} limit ${wanted.most}`),
  )
}

/** The wanted tickets of all that match, which are collected first. */
function collectMatches(ctx: Context, { all, keys }: ViewRead, wanted: Wanted): Promise<Sorted[]> {
  const { joins, parts } = orderBy(keys)
  const select = joinTables(ctx, all, joins)
    .select('tickets.id')
    .select(parts.map(({ key, value }) => value.as(key)))
  return ctx.db.planned(inOrder(selectChosen(select), wanted))
}

const selectChosen = (select: AnySelect<object>): AnySelect<Sorted> =>
  q
    .with(
      (cte) => cte('chosen').materialized(),
      () => select,
    )
    .selectFrom('chosen')
    .selectAll()
    .$castTo<Sorted>()
