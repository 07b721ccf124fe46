/** Statements that find records of any type by a query. Full rows are read by the stores of their own resources. */
import { type RawBuilder, sql } from 'kysely'
import { seesEveryTicket, ticketScope } from '../../access/ticket_scope.ts'
import type { Context } from '../../context.ts'
import { fixed, raw } from '../../db/builder.ts'
import { meaningOf, type Searched } from '../../search/condition.ts'
import { type Condition, type Scene, wholeNumber } from '../../search/kinds.ts'
import type { Query } from '../../search/parse.ts'
import { USER_HOLDER, ORGANIZATION_HOLDER } from '../custom_fields/holders.ts'
import { profileFields } from '../custom_fields/profile_store.ts'
import { userScope } from '../users/list_store.ts'
import { searchedUsers } from '../users/search_store.ts'
import { SEARCHED_GROUPS, searchedOrganizations } from './other_store.ts'
import { SEARCHED_TICKETS } from './ticket_store.ts'

export const TYPES = ['ticket', 'user', 'organization', 'group'] as const
export type Type = (typeof TYPES)[number]

/** Something found. */
export interface Hit {
  readonly type: Type
  readonly id: number
}

/** The records of one type that fit. `words` is what the index on words is asked first, for tickets. */
export interface Branch {
  readonly type: Type
  readonly words: string | null
  readonly reads_words: boolean
  readonly where: Condition
  /** True when whatever has the words fits. */
  readonly words_only: boolean
  /** True when all that fit are gathered before they are put in order: better than walking along the order where they are few or far away. */
  readonly gathered?: boolean
}

export const ORDERS = ['relevance', 'updated_at', 'created_at', 'priority', 'status', 'ticket_type'] as const
export type OrderName = (typeof ORDERS)[number]

/** What is looked for, and where: one branch for each type that can fit. */
export interface Search {
  readonly branches: readonly Branch[]
  /** The number the query names; the ticket of that number comes first. */
  readonly number: number | null
}

export const TABLES: Readonly<Record<Type, string>> = { ticket: 'tickets', user: 'users', organization: 'organizations', group: 'groups' }

/** What a query looks for in records of the given types, as far as the caller sees them. */
export async function searchFor(ctx: Context, query: Query, types: readonly Type[], scene: Scene): Promise<Search> {
  const searched = await searchedTypes(ctx)
  const branches = types.flatMap((type): Branch[] => {
    const meaning = meaningOf(query, searched[type], scene)
    if (meaning === null) return []
    const asked = meaning.words !== null && type !== 'ticket' ? sql` and ${searched[type].words} @@ ${meaning.words}::tsquery` : sql``
    const where = sql<boolean>`${visible(ctx, type)} and ${meaning.condition}${asked}`
    // deleted tickets have no words
    const words_only = type === 'ticket' && meaning.words !== null && meaning.is_words_only && seesEveryTicket(ctx.actor)
    return [{ type, words: type === 'ticket' ? meaning.words : null, reads_words: meaning.reads_words, where, words_only }]
  })
  const [only] = query.words.filter((term) => !term.negated)
  return { branches, number: only === undefined ? null : wholeNumber(only.value.replace(/^#/, '')) }
}

async function searchedTypes(ctx: Context): Promise<Record<Type, Searched>> {
  const keys = async (holder: typeof USER_HOLDER) => new Set((await profileFields(ctx, holder)).map((field) => field.key))
  const [users, organizations] = await Promise.all([keys(USER_HOLDER), keys(ORGANIZATION_HOLDER)])
  return {
    ticket: SEARCHED_TICKETS,
    user: searchedUsers(users),
    organization: searchedOrganizations(organizations),
    group: SEARCHED_GROUPS,
  }
}

/** Ids of tickets by words alone, looked up before anything else is: the planner cannot know that the newest have none of them. */
export function wordedTickets(ctx: Context, words: string): RawBuilder<unknown> {
  return sql`select w.ticket_id as id from ticket_texts w where w.account_id = ${ctx.account.id} and w.words @@ ${words}::tsquery`
}

/** Where the records of a branch are read from: rare words are looked up first, and then their tickets one by one. */
export function source(ctx: Context, { type, words, words_only, reads_words }: Branch): RawBuilder<unknown> {
  if (type !== 'ticket') return sql.table(TABLES[type])
  const found = words === null ? null : sql`(with m as materialized (${wordedTickets(ctx, words)}) select m.id from m) as f`
  if (words_only) return found as RawBuilder<unknown>
  const read = reads_words ? sql` join ticket_texts x on x.account_id = ${ctx.account.id} and x.ticket_id = tickets.id` : sql``
  if (found === null) return sql`tickets${read}`
  // one ticket after the other, in the order of those found; `offset` keeps the planner from reading all tickets along with them
  return sql`${found} join lateral (select t.* from tickets t where t.account_id = ${ctx.account.id} and t.id = f.id offset 0) as tickets on true${read}`
}

/** What of a type the caller may see. Written out where partial indexes serve it. */
function visible(ctx: Context, type: Type): Condition {
  const own = sql<boolean>`${sql.ref(`${TABLES[type]}.account_id`)} = ${ctx.account.id}`
  switch (type) {
    case 'ticket':
      return sql<boolean>`${own} and tickets.deleted_at is null and ${ticketScope(ctx.actor)}`
    case 'user':
      return sql<boolean>`${own} and users.active and ${userScope(ctx) ?? sql<boolean>`true`}`
    case 'organization':
      return ctx.actor.role === 'agent' && ctx.actor.ticket_restriction === 'organization'
        ? sql<boolean>`${own} and organizations.id = any(${ctx.actor.organization_ids}::bigint[])`
        : own
    case 'group':
      return sql<boolean>`${own} and not groups.deleted`
  }
}

const RANKS: Readonly<Record<'priority' | 'status' | 'ticket_type', { column: string; values: readonly string[] }>> = {
  priority: { column: 'priority', values: ['low', 'normal', 'high', 'urgent'] },
  status: { column: 'status', values: ['new', 'open', 'pending', 'hold', 'solved', 'closed'] },
  ticket_type: { column: 'type', values: ['question', 'incident', 'problem', 'task'] },
}
/** People and companies are few: they come before tickets. */
const TYPE_RANKS: Readonly<Record<Type, number>> = { user: 0, organization: 1, group: 2, ticket: 3 }

/** What records of a type are sorted by, as an order of the SQL; only tickets have a rank. */
function sortKey(type: Type, order: OrderName): RawBuilder<unknown> {
  if (order === 'relevance') return sql`${sql.lit(-TYPE_RANKS[type])}::integer`
  if (order === 'updated_at' || order === 'created_at') return sql`${sql.ref(`${TABLES[type]}.${order}`)}`
  const { column, values } = RANKS[order]
  return type === 'ticket' ? sql`array_position(${values}::text[], ${sql.ref(`tickets.${column}`)})` : sql`null::integer`
}

/** The part of what is found that is asked for. */
export interface Window {
  readonly order: OrderName
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
}

/** Tickets are looked for among so many of those that come first in the order asked for, before all of them are looked at. */
const NEAREST = 20_000
const lastNumber = fixed<{ last_id: number }>('select last_id from ticket_counters where account_id = $1')

/** The highest number a ticket may have. */
export async function lastTicketNumber(ctx: Context): Promise<number> {
  return (await ctx.db.first(lastNumber(ctx.account.id)))?.last_id ?? 0
}

const nearestMoment = (column: TimeOrder, direction: 'asc' | 'desc') =>
  fixed<{ moment: string }>(`select t.${column} as moment from tickets t where t.account_id = $1 and t.deleted_at is null
    and ($2::timestamptz is null or (t.${column}, t.id) > ($2, $3::bigint)) order by t.${column} ${direction}, t.id ${direction} offset ${NEAREST} limit 1`)
type TimeOrder = 'created_at' | 'updated_at'
const NEAREST_MOMENTS = {
  created_at: { asc: nearestMoment('created_at', 'asc'), desc: nearestMoment('created_at', 'desc') },
  updated_at: { asc: nearestMoment('updated_at', 'asc'), desc: nearestMoment('updated_at', 'desc') },
}

/** What is true of the tickets that come first; null where there are few tickets, or the order is none of tickets themselves. */
async function nearness(ctx: Context, { order, descending }: Pick<Window, 'order' | 'descending'>, after: Place | null) {
  if (order === 'relevance') {
    const last = await lastTicketNumber(ctx)
    if (last <= NEAREST) return null
    return descending ? sql<boolean>`tickets.id > ${last - NEAREST}::bigint` : sql<boolean>`tickets.id <= ${NEAREST}::bigint`
  }
  if (order !== 'created_at' && order !== 'updated_at') return null
  const statement = NEAREST_MOMENTS[order][descending ? 'desc' : 'asc']
  const found = await ctx.db.first(statement(ctx.account.id, after?.created_at ?? null, after?.id ?? 0))
  if (found === undefined) return null
  return sql<boolean>`${sql.ref(`tickets.${order}`)} ${descending ? sql`>=` : sql`<=`} ${found.moment}::timestamptz`
}

/** The branch with only those tickets that come first, and the branch that gathers all; null where it is no use to try the first. */
async function staged(ctx: Context, given: Branch, by: Pick<Window, 'order' | 'descending'>, after: Place | null = null) {
  const branch = await planned(ctx, given)
  // rare words are looked up at once
  const near = branch.type !== 'ticket' || branch.words !== null ? null : await nearness(ctx, by, after)
  if (near === null) return { near: null, all: branch }
  const isByWords = given.words !== null && (UNKNOWABLE.test(given.words) || (given.words_only && by.order === 'relevance'))
  return {
    near: { ...branch, where: sql<boolean>`${branch.where} and ${near}` },
    all: { ...(isByWords ? given : branch), gathered: true },
  }
}

/** What is found, in order. */
export async function findHits(ctx: Context, search: Search, window: Window): Promise<Hit[]> {
  if (search.branches.length === 0) return []
  // tickets that come first are all that a full page needs where nothing else can come between or behind them
  const isApart = search.number === null && (search.branches.length === 1 || (window.order === 'relevance' && window.descending))
  if (!isApart) {
    const branches = await Promise.all(search.branches.map((branch) => planned(ctx, branch)))
    return readHits(ctx, { ...search, branches }, window)
  }
  const stages = await Promise.all(search.branches.map((branch) => staged(ctx, branch, window)))
  if (stages.some(({ near }) => near !== null)) {
    const some = await readHits(ctx, { ...search, branches: stages.map(({ near, all }) => near ?? all) }, window)
    if (some.length === window.limit) return some
  }
  return readHits(ctx, { ...search, branches: stages.map(({ all }) => all) }, window)
}

function readHits(ctx: Context, search: Search, window: Window): Promise<Hit[]> {
  const direction = window.descending ? sql`desc` : sql`asc`
  // only ranks may be null; saying where nulls go would keep an index from serving an order
  const nulls = window.order in RANKS ? sql` nulls last` : sql``
  const parts = search.branches.map((given) => {
    // other orders read the ticket itself
    const branch = { ...given, words_only: given.words_only && window.order === 'relevance' }
    const isGathered = branch.gathered === true
    const key = isGathered && window.order !== 'relevance' ? sql.ref('g.key') : sortKey(branch.type, window.order)
    const id = isGathered ? sql.ref('g.id') : idOf(branch)
    const exact = search.number !== null && branch.type === 'ticket' ? sql<boolean>`(${id} = ${search.number})` : null
    const first = exact === null ? sql`` : sql`${exact} desc, `
    const by = window.order === 'relevance' ? sql`` : sql`${key} ${direction}${nulls}, `
    return sql`(select ${branch.type}::text as type, ${id} as id, ${key} as key, ${exact ?? sql`false`} as exact from ${isGathered ? gathered(ctx, branch, window.order) : source(ctx, branch)}
      where ${branch.words_only || isGathered ? sql`true` : branch.where} order by ${first}${by}${id} ${direction} limit ${window.offset + window.limit})`
  })
  // records of two types may have the same number and the same key
  const statement = sql<Hit>`select h.type, h.id from (${sql.join(parts, sql` union all `)}) as h
    order by h.exact desc, h.key ${direction}${nulls}, h.id ${direction}, h.type limit ${window.limit} offset ${window.offset}`
  return ctx.db.planned(raw(statement))
}

const idOf = (branch: Branch) => sql.ref(branch.words === null ? `${TABLES[branch.type]}.id` : 'f.id')

/** All tickets that fit, as `g`: their ids, and what they are sorted by. */
function gathered(ctx: Context, branch: Branch, order: OrderName): RawBuilder<unknown> {
  const key = order === 'relevance' ? sql`` : sql`, ${sortKey(branch.type, order)} as key`
  const where = branch.words_only ? sql`true` : branch.where
  return sql`(with m as materialized (select ${idOf(branch)} as id${key} from ${source(ctx, branch)} where ${where}) select m.* from m) as g`
}

/** Conditions on the list of words that PostgreSQL cannot estimate: phrases, and words at a certain place. */
export const UNKNOWABLE = /<->|:\*?[A-D]/

/** How many rows PostgreSQL expects. */
export async function estimated(ctx: Context, all: RawBuilder<unknown>): Promise<number> {
  const [row] = await ctx.db.planned(raw(sql<Record<string, unknown>>`explain (format json) ${all}`))
  const plans = row?.['QUERY PLAN'] as [{ Plan: { 'Plan Rows': number } }] | undefined
  return plans?.[0].Plan['Plan Rows'] ?? 0
}

/** Of more tickets than this the words are not looked up first: walking along the order meets enough of them. */
const MOST_LOOKED_UP = 5_000

/** The branch itself where its words are rare, so that they are looked up first; otherwise they are one condition among others. */
export async function planned(ctx: Context, branch: Branch): Promise<Branch> {
  const { words } = branch
  if (words === null || (await estimated(ctx, wordedTickets(ctx, words))) <= MOST_LOOKED_UP) return branch
  return {
    ...branch,
    words_only: false,
    words: null,
    reads_words: true,
    where: sql<boolean>`${branch.where} and x.words @@ ${words}::tsquery`,
  }
}

/** A place in an export: the last record that was sent. */
export interface Place {
  readonly created_at: string
  readonly id: number
}

/** A part of all that is found of one type, oldest first, behind a place. */
export async function exportHits(ctx: Context, search: Search, after: Place | null, limit: number): Promise<(Hit & Place)[]> {
  const [given] = search.branches
  if (given === undefined) return []
  const { near, all } = await staged(ctx, { ...given, words_only: false }, { order: 'created_at', descending: false }, after)
  const some = near === null ? [] : await readExport(ctx, near, after, limit)
  return near !== null && some.length === limit ? some : readExport(ctx, all, after, limit)
}

function readExport(ctx: Context, branch: Branch, after: Place | null, limit: number): Promise<(Hit & Place)[]> {
  const [created, id] = [sortKey(branch.type, 'created_at'), sql.ref(`${TABLES[branch.type]}.id`)]
  const behind = after === null ? sql`` : sql` and (${created}, ${id}) > (${after.created_at}::timestamptz, ${after.id}::bigint)`
  const where = sql<boolean>`${branch.where}${behind}`
  const from = branch.gathered
    ? gathered(ctx, { ...branch, where }, 'created_at')
    : sql`(select ${id} as id, ${created} as key from ${source(ctx, branch)} where ${where} order by ${created}, ${id} limit ${limit}) as g`
  return ctx.db.planned(
    raw(sql<Hit & Place>`select ${branch.type}::text as type, g.id, g.key as created_at from ${from} order by g.key, g.id limit ${limit}`),
  )
}
