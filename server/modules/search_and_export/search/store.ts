/**
 * The SQL of a search for each type of record, and PostgreSQL's row estimates. Not here: reading matches in order (find_store.ts), counting
 * (count_store.ts).
 */
import { type RawBuilder, sql } from 'kysely'
import { ensureDefined } from '#lib/defined.ts'
import { organizationScope, userScope } from '#permissions/people_scope.ts'
import { seesEveryTicket, ticketScope } from '#permissions/ticket_scope.ts'
import type { Context } from '#core/context.ts'
import { compileSql } from '#db/builder.ts'
import { estimateRows } from '#db/estimate.ts'
import { allOf } from '#lib/all_of.ts'
import { meaningOf, type Searched } from '#search/condition.ts'
import { type Condition, type SearchContext, wholeNumber } from '#search/kinds.ts'
import { type Query, withWordsForUnknown } from '#search/parse.ts'
import { USER_HOLDER, ORGANIZATION_HOLDER } from '#modules/custom_data/custom_fields/holders.ts'
import { profileKeys } from '#modules/custom_data/custom_fields/profile_store.ts'
import { makeUserSearch } from '#modules/people/users/search_store.ts'
import { SEARCHED_GROUPS, makeOrganizationSearch } from './other_store.ts'
import { SEARCHED_TICKETS } from './ticket_store.ts'

export const TYPES = ['ticket', 'user', 'organization', 'group'] as const
export type Type = (typeof TYPES)[number]

/** A match. */
export interface Hit {
  readonly type: Type
  readonly id: number
}

/**
 * The matching records of one type. For tickets, `words` is the query on the index on words, and `marks` the one on marks that goes with
 * it.
 */
export interface Branch {
  readonly type: Type
  readonly words: string | null
  readonly marks: Condition | null
  readonly reads_words: boolean
  readonly where: Condition
  /** The conditions on columns that tickets can be sorted by. */
  readonly bounds: ReadonlyMap<string, Condition>
  /** True when every ticket with the words matches. */
  readonly words_only: boolean
  /** True when the table of word lists is read instead of the table of tickets. */
  readonly is_texts?: boolean
  /** True when all matches are collected before they are sorted. That is better than a scan in order when matches are few or far away. */
  readonly gathered?: boolean
  /**
   * True to find words through the index only. The planner underestimates the cost of reading a list of words, and would read all of them.
   */
  readonly by_index?: boolean
}

/** What a query searches: one branch for each type that can match. */
export interface Search {
  readonly branches: readonly Branch[]
  /** The number in the query; the ticket with this id comes first. */
  readonly number: number | null
}

export const TABLES: Readonly<Record<Type, string>> = { ticket: 'tickets', user: 'users', organization: 'organizations', group: 'groups' }

/** A search of the given types, limited to what the caller can see. */
export async function searchFor(ctx: Context, asked: Query, types: readonly Type[], context: SearchContext): Promise<Search> {
  const searched = await searchedTypes(ctx)
  const query = withWordsForUnknown(asked, (name) => TYPES.some((type) => searched[type].property(name) !== undefined))
  const branches = types.flatMap((type): Branch[] => {
    const meaning = meaningOf(query, searched[type], context)
    if (meaning === null) return []
    const asked = meaning.words !== null && type !== 'ticket' ? sql` and ${searched[type].words} @@ ${meaning.words}::tsquery` : sql``
    const where = sql<boolean>`${isVisibleSql(ctx, type)} and ${meaning.condition}${asked}`
    // deleted tickets have no words, so `deleted_at` need not be checked
    const words_only = type === 'ticket' && meaning.words !== null && meaning.is_words_only && seesEveryTicket(ctx.actor)
    const { marks, reads_words, bounds } = meaning
    return [{ type, words: type === 'ticket' ? meaning.words : null, marks, reads_words, where, bounds, words_only }]
  })
  const [only] = query.words.filter((term) => !term.negated)
  return { branches, number: only === undefined ? null : wholeNumber(only.value.replace(/^#/, '')) }
}

async function searchedTypes(ctx: Context): Promise<Record<Type, Searched>> {
  const [users, organizations] = await allOf(
    () => profileKeys(ctx, USER_HOLDER),
    () => profileKeys(ctx, ORGANIZATION_HOLDER),
  )
  return {
    ticket: SEARCHED_TICKETS,
    user: makeUserSearch(users),
    organization: makeOrganizationSearch(organizations),
    group: SEARCHED_GROUPS,
  }
}

/** Selects ids of tickets by words alone, before other conditions: the planner cannot know that the newest have none of the words. */
export function ticketsWithWords(ctx: Context, words: string, marks: Condition | null): RawBuilder<unknown> {
  const marked = marks === null ? sql`` : sql` and ${marks}`
  return sql`select w.ticket_id as id from ticket_texts w where w.account_id = ${ctx.account.id} and w.words @@ ${words}::tsquery${marked}`
}

/**
 * The same without marks, through the index on words: the lists of words are not read. The planner does not know the words, which a sub-select
 * hides from it, and so expects few tickets; `prefer_index`, which is never called, makes reading all of them expensive.
 */
function indexedTickets(ctx: Context, words: string): RawBuilder<unknown> {
  return sql`select w.ticket_id as id from ticket_texts w
    where w.account_id = ${ctx.account.id} and w.words @@ (select ${words}::tsquery) and (w.ticket_id > 0 or prefer_index(w.ticket_id))`
}

/** The `from` of a branch: tickets with rare words are found through the index first, and then read one by one. */
export function source(ctx: Context, { type, words, marks, words_only, is_texts, reads_words, by_index }: Branch): RawBuilder<unknown> {
  if (type !== 'ticket') return sql.table(TABLES[type])
  if (is_texts === true)
    return sql`(select w.account_id, w.ticket_id as id, w.words from ticket_texts w where w.account_id = ${ctx.account.id}) as tickets`
  const worded =
    words !== null && (by_index === true && !NOT_ESTIMABLE.test(words) ? indexedTickets(ctx, words) : ticketsWithWords(ctx, words, marks))
  const found = worded === false ? null : sql`(with m as materialized (${worded}) select m.id from m) as f`
  if (words_only) return ensureDefined(found)
  const read = reads_words ? sql` join ticket_texts x on x.account_id = ${ctx.account.id} and x.ticket_id = tickets.id` : sql``
  if (found === null) return sql`tickets${read}`
  // a nested loop over the ids found; `offset 0` keeps the planner from reading all tickets for a join
  return sql`${found} join lateral (select t.* from tickets t where t.account_id = ${ctx.account.id} and t.id = f.id offset 0) as tickets on true${read}`
}

/** The condition for records of a type that the caller can see. Written out where partial indexes serve it. */
function isVisibleSql(ctx: Context, type: Type): Condition {
  const own = sql<boolean>`${sql.ref(`${TABLES[type]}.account_id`)} = ${ctx.account.id}`
  switch (type) {
    case 'ticket':
      return sql<boolean>`${own} and tickets.deleted_at is null and ${ticketScope(ctx.actor)}`
    case 'user':
      return sql<boolean>`${own} and users.active and ${userScope(ctx) ?? sql<boolean>`true`}`
    case 'organization':
      return sql<boolean>`${own} and ${organizationScope(ctx) ?? sql<boolean>`true`}`
    case 'group':
      return sql<boolean>`${own} and not groups.deleted`
  }
}

/** Conditions on words whose selectivity PostgreSQL cannot estimate: phrases, and words of a weight, such as those in the subject. */
export const NOT_ESTIMABLE = /<->|:\*?[A-D]/

/** The number of rows PostgreSQL estimates. */
export const estimateMatches = (ctx: Context, all: RawBuilder<unknown>): Promise<number> => estimateRows(ctx.db, all)

/** The exact number of rows. */
export async function countMatches(ctx: Context, all: RawBuilder<unknown>): Promise<number> {
  const [row] = await ctx.db.planned(compileSql(sql<{ total: number }>`select count(*) as total from (${all}) as s`))
  return row?.total ?? 0
}

/** Words that more tickets than this have are not looked up first: a scan in order finds enough matches. */
export const MAX_LOOKED_UP = 5_000

/** A branch of words alone, prepared for a scan by id: reads one table instead of two. */
export function textsOf(ctx: Context, branch: Branch): Branch {
  const where = sql<boolean>`tickets.account_id = ${ctx.account.id} and tickets.words @@ ${branch.words}::tsquery`
  return { ...branch, words_only: false, is_texts: true, words: null, where }
}

/** The branch itself if its words are rare, so that they are looked up first; otherwise with the words as one condition among others. */
export async function planBranch(ctx: Context, branch: Branch): Promise<Branch> {
  const { words } = branch
  if (words === null || (await estimateMatches(ctx, ticketsWithWords(ctx, words, null))) <= MAX_LOOKED_UP) return branch
  return {
    ...branch,
    words_only: false,
    words: null,
    reads_words: true,
    where: sql<boolean>`${branch.where} and x.words @@ ${words}::tsquery`,
  }
}
