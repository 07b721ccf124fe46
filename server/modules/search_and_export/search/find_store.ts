/** Finds the matches of a search, in order. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, compileSql } from '#db/builder.ts'
import { forEachOf } from '#lib/all_of.ts'
import { ensureDefined } from '#lib/defined.ts'
import { firstTickets, isByCreation, isByRank, type Order, type OrderPosition, listRanks, sortKey } from './order_store.ts'
import {
  type Branch,
  countMatches,
  estimateMatches,
  type Hit,
  MAX_LOOKED_UP,
  planBranch,
  type Search,
  source,
  TABLES,
  textsOf,
  NOT_ESTIMABLE,
  ticketsWithWords,
} from './store.ts'

/** The requested part of the matches. */
export interface Window extends Order {
  readonly offset: number
  readonly limit: number
}

/** How many tickets are scanned in order: the second number only if many tickets match. After that all matches are collected. */
const SCAN_SIZES = [2_000, 20_000] as const

/** A branch as given; as the planner's estimates suggest to read it; and as it is scanned in order, null if that is no option. */
interface BranchPlans {
  readonly given: Branch
  readonly branch: Branch
  readonly walked: Branch | null
}

/** The matches in a window, in order. */
export async function findHits(ctx: Context, search: Search, window: Window): Promise<Hit[]> {
  if (search.branches.length === 0) return []
  const some = search.number === null ? await firstHits(ctx, search.branches, window) : null
  if (some !== null) return some
  const branches = await forEachOf(search.branches, (branch) => planBranch(ctx, branch))
  return readHits(ctx, branches, window, search.number)
}

/** The matches in a window, without collecting all matching tickets; null if they must be collected and sorted with other types. */
async function firstHits(ctx: Context, branches: readonly Branch[], window: Window): Promise<Hit[] | null> {
  if (isByRank(window.order)) return rankedHits(ctx, branches, { ...window, order: window.order })
  // no other type may come between tickets or after them
  if (branches.length > 1 && (window.order !== 'relevance' || !window.descending)) return null
  const ways = await forEachOf(branches, (branch) => plansOf(ctx, branch, window))
  const needed = window.offset + window.limit
  const from = { ...window, offset: 0, limit: needed }
  const hits = await readInSteps(ctx, ways, { order: window, after: null, needed }, (each) => readHits(ctx, each, from, null))
  return hits.slice(window.offset)
}

/**
 * Tickets in the order of a rank such as priority, one rank after the other: a page seldom needs more than the first. Null if so few match
 * that collecting them is cheaper, or if the page reaches records of other types, which have no rank.
 */
async function rankedHits(
  ctx: Context,
  branches: readonly Branch[],
  window: Window & Parameters<typeof listRanks>[0],
): Promise<Hit[] | null> {
  const tickets = branches.find((branch) => branch.type === 'ticket')
  if (tickets === undefined || (await isFew(ctx, await planBranch(ctx, tickets)))) return null
  const isAlone = branches.length === 1
  const needed = window.offset + window.limit
  const hits: Hit[] = []
  for (const rank of isAlone ? listRanks(window) : listRanks(window).slice(0, -1)) {
    const ranked = { ...tickets, words_only: false, bounds: new Map(), where: sql<boolean>`${tickets.where} and ${rank}` }
    const by = { order: 'relevance', descending: window.descending } as const
    const found = (await firstHits(ctx, [ranked], { ...by, offset: 0, limit: needed - hits.length })) ?? []
    // a ticket's rank may change between two statements
    hits.push(...found.filter((hit) => hits.every((other) => other.id !== hit.id)))
    if (hits.length === needed) break
  }
  return isAlone || hits.length === needed ? hits.slice(window.offset) : null
}

/** The ways a branch can be read. */
async function plansOf(ctx: Context, given: Branch, { order }: Order): Promise<BranchPlans> {
  const branch = await planBranch(ctx, given)
  // tickets with rare words are found through the index at once
  if (branch.type !== 'ticket' || branch.words !== null) return { given, branch, walked: null }
  return { given, branch, walked: given.words_only && order === 'relevance' ? textsOf(ctx, given) : branch }
}

/** Runs `read` on the first tickets in the order, then on more if many match, and then on all. */
async function readInSteps<Row>(
  ctx: Context,
  ways: readonly BranchPlans[],
  { order, after, needed }: { order: Order; after: OrderPosition | null; needed: number },
  read: (branches: Branch[]) => Promise<Row[]>,
): Promise<Row[]> {
  const tickets = ways.find(({ walked }) => walked !== null)
  if (tickets === undefined) return read(ways.map(({ branch }) => branch))
  const walk = async (reach: number) => {
    const first = await firstTickets(ctx, tickets.branch, { ...order, count: reach, after })
    if (first === null) return null
    return read(
      ways.map(({ branch, walked }) => (walked === null ? branch : { ...walked, where: sql<boolean>`${walked.where} and ${first}` })),
    )
  }
  const gather = (all: Branch) => read(ways.map((way) => (way === tickets ? { ...all, gathered: true } : way.branch)))
  const near = await walk(SCAN_SIZES[0])
  if (near === null) return gather(tickets.branch)
  if (near.length === needed) return near
  const { all, is_few } = await planGathering(ctx, tickets)
  const far = is_few ? null : await walk(SCAN_SIZES[1])
  return far?.length === needed ? far : gather(all)
}

/**
 * How all matching tickets are collected, and whether they are so few that this is cheaper than a longer scan. Frequent words are one
 * condition among others.
 */
async function planGathering(ctx: Context, { given, branch, walked }: BranchPlans): Promise<{ all: Branch; is_few: boolean }> {
  if (given.words_only && (walked?.is_texts === true || NOT_ESTIMABLE.test(ensureDefined(given.words))))
    return { all: given, is_few: await isFew(ctx, given) }
  if (await isFew(ctx, branch)) return { all: branch, is_few: true }
  if (given.marks !== null && (await isFew(ctx, given))) return { all: given, is_few: true }
  return { all: branch, is_few: false }
}

/** True if so few tickets match that collecting them is cheaper than a scan in order. */
async function isFew(ctx: Context, all: Branch): Promise<boolean> {
  if (all.words === null || all.marks === null)
    return (
      (await estimateMatches(ctx, sql`select 1 from ${source(ctx, all)} where ${all.words_only ? sql`true` : all.where}`)) <= MAX_LOOKED_UP
    )
  // the planner has no statistics on marks, so matches are counted, up to the limit
  return (await countMatches(ctx, sql`${ticketsWithWords(ctx, all.words, all.marks)} limit ${MAX_LOOKED_UP + 1}`)) <= MAX_LOOKED_UP
}

function readHits(ctx: Context, branches: readonly Branch[], window: Window, number: number | null): Promise<Hit[]> {
  const parts = branches.map((branch) => {
    const { select, by } = partOf(ctx, branch, window, number)
    return sql`(${select} order by ${by} limit ${window.offset + window.limit})`
  })
  const statement = sql<Hit>`select h.type, h.id from (${sql.join(parts, sql` union all `)}) as h ${inOrder(window)}`
  return ctx.db.planned(compileSql(statement))
}

const directionOf = ({ descending }: Order) => (descending ? sql`desc` : sql`asc`)
// only ranks can be null; `nulls last` in other orders would rule out an index scan
const nullsOf = ({ order }: Order) => (isByRank(order) ? sql` nulls last` : sql``)

/** Orders and limits the matches of all types, as `h`. `type` is the last key: records of two types may have the same id and key. */
function inOrder(window: Window): RawBuilder<unknown> {
  const direction = directionOf(window)
  return sql`order by h.exact desc, h.key ${direction}${nullsOf(window)}, h.made_at ${direction}, h.id ${direction}, h.type limit ${window.limit} offset ${window.offset}`
}

/** Selects the matches of one type with their sort keys, and the order of this select. */
function partOf(ctx: Context, given: Branch, order: Order, number: number | null) {
  const isRelevance = order.order === 'relevance'
  // other orders need columns of the ticket itself
  const branch = { ...given, words_only: given.words_only && isRelevance }
  const isGathered = branch.gathered === true
  const key = isGathered && !isRelevance ? sql.ref('g.key') : sortKey(branch.type, order.order)
  const madeAt = !isByCreation(branch, order) ? null : isGathered ? sql.ref('g.key') : sortKey(branch.type, 'created_at')
  const id = isGathered ? sql.ref('g.id') : idOf(branch)
  const exact = number !== null && branch.type === 'ticket' ? sql<boolean>`(${id} = ${number})` : null
  const select = sql`select ${branch.type}::text as type, ${id} as id, ${key} as key, ${madeAt ?? sql`null::timestamptz`} as made_at, ${exact ?? sql`false`} as exact
    from ${isGathered ? gatherMatches(ctx, branch, order) : source(ctx, branch)} where ${branch.words_only || isGathered ? sql`true` : branch.where}`
  const first = exact === null ? sql`` : sql`${exact} desc, `
  const sorted = isRelevance ? madeAt : key
  const by = sorted === null ? sql`` : sql`${sorted} ${directionOf(order)}${nullsOf(order)}, `
  return { select, by: sql`${first}${by}${id} ${directionOf(order)}` }
}

/** An account with at most this many tickets and this many users is small: all matches are collected at once. */
const SMALL = 10_000
const accountSizes = defineStatement<{
  tickets: number
  people: number
}>(`select c.last_id as tickets, case when c.last_id > ${SMALL} then 0 else
    (select count(*) from (select 1 from users u where u.account_id = $1 and u.active limit ${SMALL + 1}) as p) end as people
  from ticket_counters c where c.account_id = $1`)

/** In small accounts the matches in a window and their number, with one statement; null in others. */
export async function findInSmall(ctx: Context, search: Search, window: Window): Promise<{ hits: Hit[]; count: number } | null> {
  if (search.branches.length === 0) return null
  const held = await ctx.db.first(accountSizes(ctx.account.id))
  if (held === undefined || held.tickets > SMALL || held.people > SMALL) return null
  const parts = search.branches.map((branch) => partOf(ctx, { ...branch, by_index: true }, window, search.number).select)
  const rows = await ctx.db.all(
    compileSql(sql<Hit & { total: number }>`with f as materialized (${sql.join(parts, sql` union all `)})
      select h.type, h.id, (select count(*) from f) as total from f as h ${inOrder(window)}`),
  )
  const [first] = rows
  if (first === undefined && window.offset > 0) return null
  return { hits: rows.map(({ type, id }) => ({ type, id })), count: first?.total ?? 0 }
}

const idOf = (branch: Branch) => sql.ref(branch.words === null ? `${TABLES[branch.type]}.id` : 'f.id')

/** Collects all matching tickets as `g`: their ids and sort keys. */
function gatherMatches(ctx: Context, branch: Branch, order: Order): RawBuilder<unknown> {
  const sorted = isByCreation(branch, order) ? 'created_at' : order.order
  const key = sorted === 'relevance' ? sql`` : sql`, ${sortKey(branch.type, sorted)} as key`
  const where = branch.words_only ? sql`true` : branch.where
  return sql`(with m as materialized (select ${idOf(branch)} as id${key} from ${source(ctx, branch)} where ${where}) select m.* from m) as g`
}

/** Up to `limit` matches of one type after a position, oldest first. */
export async function exportHits(
  ctx: Context,
  search: Search,
  after: OrderPosition | null,
  limit: number,
): Promise<(Hit & OrderPosition)[]> {
  const [given] = search.branches
  if (given === undefined) return []
  const order = { order: 'created_at', descending: false } as const
  const ways = await plansOf(ctx, { ...given, words_only: false }, order)
  return readInSteps(ctx, [ways], { order, after, needed: limit }, ([branch]) => readExport(ctx, ensureDefined(branch), after, limit))
}

function readExport(ctx: Context, branch: Branch, after: OrderPosition | null, limit: number): Promise<(Hit & OrderPosition)[]> {
  const created = sortKey(branch.type, 'created_at')
  const id = sql.ref(`${TABLES[branch.type]}.id`)
  const behind = after === null ? sql`` : sql` and (${created}, ${id}) > (${after.created_at}::timestamptz, ${after.id}::bigint)`
  const where = sql<boolean>`${branch.where}${behind}`
  const from = branch.gathered
    ? gatherMatches(ctx, { ...branch, where }, { order: 'created_at', descending: false })
    : sql`(select ${id} as id, ${created} as key from ${source(ctx, branch)} where ${where} order by ${created}, ${id} limit ${limit}) as g`
  return ctx.db.planned(
    compileSql(
      sql<
        Hit & OrderPosition
      >`select ${branch.type}::text as type, g.id, g.key as created_at from ${from} order by g.key, g.id limit ${limit}`,
    ),
  )
}
