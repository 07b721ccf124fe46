/**
 * The first tickets of a view in its order. Where many tickets match, they are not all read: a column of few values is read one value after the
 * other, and within them tickets are taken from an index in their order until the page is full. Where matches are few, or far apart in that order,
 * all of them are collected and sorted. Either way the page is exact.
 *
 * | The first of these that is true                                             | How tickets are read                                  |
 * |-----------------------------------------------------------------------------|-------------------------------------------------------|
 * | the account has had few tickets, or few match                               | `collectMatches`: all that match, sorted              |
 * | the first column has few values                                             | `readByRanks`: of one value after the other           |
 * | it is the assignee, and the view has no closed tickets                      | `readByAssignees`: the first of each assignee         |
 * | it is the name of a requester, group or organization, and matches are dense | `readByNames`: of one name after the other            |
 * | it is the next SLA breach                                                   | `readByBreach`: those that have one, and the others   |
 * | an index has the order: by number, or by a moment and the number            | `readByWalks`: from the index, until the page is full |
 * | none                                                                        | `collectMatches`                                      |
 *
 * What is read of one value, or without a name or a breach, is a view in a simpler order: the same table decides how, unless few are expected.
 */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineLookup, compileSql } from '#db/builder.ts'
import type { Estimate } from '#db/estimate.ts'
import { inOrder, type Wanted } from '#http/paging.ts'
import { ensureDefined } from '#lib/defined.ts'
import { firstOfEach } from './assignee_store.ts'
import { collectMatches, estimateMatches, narrowRead, selectChosen, type ViewRead } from './matches_store.ts'
import { isNamed, lacksRecord, OF_NAME, ofNames, lacksLivingRecord } from './names_store.ts'
import { NO_BREACH, orderBy, type OrderKey, type Rank, type Sorted } from './order_store.ts'
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

/** Reads the wanted tickets of a view; it may spend what is left of the effort. */
type ReadTickets = (ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort) => Promise<Sorted[]>

/** The table of the header, from its second row on. */
const STRATEGIES: readonly { readonly suits: (read: ViewRead, effort: Effort) => boolean; readonly readTickets: ReadTickets }[] = [
  { suits: ({ keys: [first] }) => first?.ranks !== undefined, readTickets: readByRanks },
  { suits: ({ keys: [first], place }) => first?.name === 'assignee' && !place.statuses.includes('closed'), readTickets: readByAssignees },
  { suits: ({ keys: [first] }, { is_dense }) => is_dense && isNamed(first), readTickets: readByNames },
  { suits: ({ keys: [first] }) => first?.name === 'sla_next_breach_at', readTickets: readByBreach },
  { suits: ({ keys }) => keys.length === 1 || (keys.length === 2 && keys[0]?.moment !== undefined), readTickets: readByWalks },
  { suits: () => true, readTickets: collectMatches },
]

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
  return readInOrder(ctx, read, wanted, { ...bounds, left: bounds.most_walked, is_dense: found.rows * bounds.sparse >= last })
}

/** Of the view as a whole: the planner underestimates the parts, where a condition repeats another. */
const isQuick = ({ rows, cost, is_index_only }: Estimate, { none, small, cheap }: Bounds) =>
  rows <= none || (rows <= small && is_index_only && cost <= cheap)

function readInOrder(ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort): Promise<Sorted[]> {
  const { readTickets } = ensureDefined(STRATEGIES.find(({ suits }) => suits(read, effort)))
  return readTickets(ctx, read, wanted, effort)
}

/** The tickets of a part of the view. `where`: what is expected of it can be judged by this. */
async function readPart(ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort, { where } = read): Promise<Sorted[]> {
  const { rows } = await estimateMatches(ctx, where)
  return rows <= effort.none ? collectMatches(ctx, read, wanted) : readInOrder(ctx, read, wanted, effort)
}

/** The tickets of one value of the first column after the other: a page seldom needs more than the first. */
async function readByRanks(ctx: Context, read: ViewRead, { order, from, most }: Wanted, effort: Effort): Promise<Sorted[]> {
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
    for (const row of await readPart(ctx, narrowToRank(read, { key, keys, rank }), wanted, effort))
      // a ticket may change its value between two statements
      if (!found.has(row.id)) found.set(row.id, { ...row, [name]: value })
    if (found.size === most) break
  }
  return [...found.values()]
}

/** The tickets that have one of the values. */
function narrowToRank(read: ViewRead, { key, keys, rank }: { key: OrderKey; keys: readonly OrderKey[]; rank: Rank }): ViewRead {
  const status = key.name === 'status' ? { statuses: [rank.name] } : {}
  const priority = key.name === 'priority' ? { priority: rank.name } : {}
  return { ...narrowRead(read, keys, rank.holds), place: { ...read.place, ...status, ...priority } }
}

const mayHave = (rank: Rank, { name }: OrderKey, { statuses }: Place) => name !== 'status' || statuses.includes(rank.name)

/** The first tickets of each assignee, sorted and cut. */
function readByAssignees(ctx: Context, { all, keys }: ViewRead, wanted: Wanted): Promise<Sorted[]> {
  return ctx.db.planned(inOrder(selectChosen(firstOfEach(ctx, { all, order: orderBy(keys), wanted })), wanted))
}

/** The tickets that have the first column, in its order, and those without. These come first in an ascending order of names. */
async function readByNames(ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort): Promise<Sorted[]> {
  const [key, ...keys] = read.keys
  if (!isNamed(key)) return collectMatches(ctx, read, wanted)
  const { order, from, most } = wanted
  const isDescending = order[0]?.descending === true
  const beginsNameless = from !== null && from[1] === 0
  if (isDescending && beginsNameless) return readNamelessTickets(ctx, read, wanted, effort)
  const hasNameless = !isDescending && (from === null || beginsNameless)
  const nameless = hasNameless ? await readNamelessTickets(ctx, read, wanted, effort) : []
  if (nameless.length === most) return nameless
  const further = { order, from: beginsNameless ? null : from, most: most - nameless.length }
  const named = await ctx.db.planned(ofNames(ctx, { all: read.all, keys: [key, ...keys] }, further, effort.names))
  const found = keepFirstOfEach([...nameless, ...named])
  return found.length === most ? found : collectMatches(ctx, read, wanted)
}

/** The tickets without a name, from the cursor on if the page begins among them. */
async function readNamelessTickets(ctx: Context, read: ViewRead, { order, from, most }: Wanted, effort: Effort): Promise<Sorted[]> {
  const [key, ...keys] = read.keys
  if (!isNamed(key)) return []
  const wanted = { order: order.slice(OF_NAME), from: from !== null && from[1] === 0 ? from.slice(OF_NAME) : null, most }
  const nameless = narrowRead(read, keys, lacksLivingRecord(ctx, key.name))
  const found = await readPart(ctx, nameless, wanted, effort, narrowRead(read, keys, lacksRecord(key.name)))
  const [name, id] = key.columns.map((column) => column.key)
  return found.map((row): Sorted => ({ ...row, [name ?? '']: '', [id ?? '']: 0 }))
}

/** Those that are going to breach a target, and those that are not, as if that were after all others. */
async function readByBreach(ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort): Promise<Sorted[]> {
  const { order, from, most } = wanted
  const beginsAfterBreaches = from !== null && from[0] === NO_BREACH
  if (order[0]?.descending === true) {
    const without = from === null || beginsAfterBreaches ? await readWithoutBreach(ctx, read, wanted, effort) : []
    if (without.length >= most) return without
    return keepFirstOfEach([...without, ...(await readWithBreach(ctx, read, { ...wanted, most: most - without.length }, effort))])
  }
  const due = beginsAfterBreaches ? [] : await readWithBreach(ctx, read, wanted, effort)
  if (due.length >= most) return due
  return keepFirstOfEach([...due, ...(await readWithoutBreach(ctx, read, { ...wanted, most: most - due.length }, effort))])
}

/** Of tickets that are going to breach a target, from the cursor on if it is among them. */
function readWithBreach(ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort): Promise<Sorted[]> {
  const [key, ...keys] = read.keys
  const isDue = sql<boolean>`tickets.sla_next_breach_at is not null`
  const due = narrowRead(read, [{ ...ensureDefined(key), name: null, moment: 'sla_next_breach_at' }, ...keys], isDue)
  const from = wanted.from !== null && wanted.from[0] === NO_BREACH ? null : wanted.from
  return readPart(ctx, due, { ...wanted, from }, effort)
}

/** Of the others, the same. */
async function readWithoutBreach(ctx: Context, read: ViewRead, { order, from, most }: Wanted, effort: Effort): Promise<Sorted[]> {
  const others = narrowRead(read, read.keys.slice(1), sql<boolean>`tickets.sla_next_breach_at is null`)
  const wanted = { order: order.slice(1), from: from !== null && from[0] === NO_BREACH ? from.slice(1) : null, most }
  const found = await readPart(ctx, others, wanted, effort)
  return found.map((row): Sorted => ({ ...row, [order[0]?.key ?? '']: NO_BREACH }))
}

/** Tickets from an index in its order, further and further as long as many match; else all that match. */
async function readByWalks(ctx: Context, read: ViewRead, wanted: Wanted, effort: Effort): Promise<Sorted[]> {
  for (const reach of effort.walks.filter((each) => each >= wanted.most && each <= effort.left)) {
    const found = await walkOrder(ctx, read, wanted, reach)
    if (found.length === wanted.most) return found
    effort.left -= reach
    const { rows, is_index_only } = await estimateMatches(ctx, read.where)
    if (rows <= effort.few || (is_index_only && rows <= effort.gathered)) break
  }
  return collectMatches(ctx, read, wanted)
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

/** Of tickets that have changed between two statements, the first. */
const keepFirstOfEach = (rows: readonly Sorted[]) => [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed()
