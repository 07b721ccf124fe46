/** What a query looks for in records of each type, as SQL, and how many PostgreSQL expects. Not here: reading them in order (find_store.ts), counting (count_store.ts). */
import { type RawBuilder, sql } from 'kysely'
import { organizationScope, userScope } from '../../../permissions/people_scope.ts'
import { seesEveryTicket, ticketScope } from '../../../permissions/ticket_scope.ts'
import type { Context } from '../../../context.ts'
import { raw } from '../../../db/builder.ts'
import { allOf } from '../../../lib/all_of.ts'
import { meaningOf, type Searched } from '../../../search/condition.ts'
import { type Condition, type SearchContext, wholeNumber } from '../../../search/kinds.ts'
import type { Query } from '../../../search/parse.ts'
import { USER_HOLDER, ORGANIZATION_HOLDER } from '../../custom_data/custom_fields/holders.ts'
import { profileKeys } from '../../custom_data/custom_fields/profile_store.ts'
import { searchedUsers } from '../../people/users/search_store.ts'
import { SEARCHED_GROUPS, searchedOrganizations } from './other_store.ts'
import { SEARCHED_TICKETS } from './ticket_store.ts'

export const TYPES = ['ticket', 'user', 'organization', 'group'] as const
export type Type = (typeof TYPES)[number]

/** Something found. */
export interface Hit {
  readonly type: Type
  readonly id: number
}

/** The records of one type that fit. `words` is what the index on words is asked first, for tickets, and `marks` what that on marks is asked with it. */
export interface Branch {
  readonly type: Type
  readonly words: string | null
  readonly marks: Condition | null
  readonly reads_words: boolean
  readonly where: Condition
  /** What it asks of the columns that tickets can be sorted by. */
  readonly bounds: ReadonlyMap<string, Condition>
  /** True when whatever has the words fits. */
  readonly words_only: boolean
  /** True when the lists of words stand for the tickets, which need not be read. */
  readonly is_texts?: boolean
  /** True when all that fit are gathered before they are put in order: better than walking along the order where they are few or far away. */
  readonly gathered?: boolean
  /** True when words are looked up in their index alone. The planner takes reading a list of words for cheap, and so would read them all. */
  readonly by_index?: boolean
}

/** What is looked for, and where: one branch for each type that can fit. */
export interface Search {
  readonly branches: readonly Branch[]
  /** The number the query names; the ticket of that number comes first. */
  readonly number: number | null
}

export const TABLES: Readonly<Record<Type, string>> = { ticket: 'tickets', user: 'users', organization: 'organizations', group: 'groups' }

/** What a query looks for in records of the given types, as far as the caller sees them. */
export async function searchFor(ctx: Context, query: Query, types: readonly Type[], context: SearchContext): Promise<Search> {
  const searched = await searchedTypes(ctx)
  const branches = types.flatMap((type): Branch[] => {
    const meaning = meaningOf(query, searched[type], context)
    if (meaning === null) return []
    const asked = meaning.words !== null && type !== 'ticket' ? sql` and ${searched[type].words} @@ ${meaning.words}::tsquery` : sql``
    const where = sql<boolean>`${visible(ctx, type)} and ${meaning.condition}${asked}`
    // deleted tickets have no words
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
    user: searchedUsers(users),
    organization: searchedOrganizations(organizations),
    group: SEARCHED_GROUPS,
  }
}

/** Ids of tickets by words alone, looked up before anything else is: the planner cannot know that the newest have none of them. */
export function wordedTickets(ctx: Context, words: string, marks: Condition | null): RawBuilder<unknown> {
  const marked = marks === null ? sql`` : sql` and ${marks}`
  return sql`select w.ticket_id as id from ticket_texts w where w.account_id = ${ctx.account.id} and w.words @@ ${words}::tsquery${marked}`
}

/** The same without marks, by the index on words whatever the planner expects: the lists of words are not read. */
function indexedTickets(ctx: Context, words: string): RawBuilder<unknown> {
  return sql`select w.id from tickets_with_words(${ctx.account.id}::bigint, ${words}::tsquery) as w (id)`
}

/** Where the records of a branch are read from: rare words are looked up first, and then their tickets one by one. */
export function source(ctx: Context, { type, words, marks, words_only, is_texts, reads_words, by_index }: Branch): RawBuilder<unknown> {
  if (type !== 'ticket') return sql.table(TABLES[type])
  if (is_texts === true)
    return sql`(select w.account_id, w.ticket_id as id, w.words from ticket_texts w where w.account_id = ${ctx.account.id}) as tickets`
  const worded =
    words !== null && (by_index === true && !UNKNOWABLE.test(words) ? indexedTickets(ctx, words) : wordedTickets(ctx, words, marks))
  const found = worded === false ? null : sql`(with m as materialized (${worded}) select m.id from m) as f`
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
      return sql<boolean>`${own} and ${organizationScope(ctx) ?? sql<boolean>`true`}`
    case 'group':
      return sql<boolean>`${own} and not groups.deleted`
  }
}

/** Conditions on the list of words that PostgreSQL cannot estimate: phrases, and words at a certain place. */
export const UNKNOWABLE = /<->|:\*?[A-D]/

/** How many rows PostgreSQL expects. */
export async function estimated(ctx: Context, all: RawBuilder<unknown>): Promise<number> {
  const [row] = await ctx.db.planned(raw(sql<Record<string, unknown>>`explain (format json) ${all}`))
  const plans = row?.['QUERY PLAN'] as [{ Plan: { 'Plan Rows': number } }] | undefined
  return plans?.[0].Plan['Plan Rows'] ?? 0
}

/** How many rows there are. */
export async function counted(ctx: Context, all: RawBuilder<unknown>): Promise<number> {
  const [row] = await ctx.db.planned(raw(sql<{ total: number }>`select count(*) as total from (${all}) as s`))
  return row?.total ?? 0
}

/** Of more tickets than this the words are not looked up first: walking along the order meets enough of them. */
export const MOST_LOOKED_UP = 5_000

/** A branch that asks of words alone, as it is walked by number: one table is read instead of two. */
export function textsOf(ctx: Context, branch: Branch): Branch {
  const where = sql<boolean>`tickets.account_id = ${ctx.account.id} and tickets.words @@ ${branch.words}::tsquery`
  return { ...branch, words_only: false, is_texts: true, words: null, where }
}

/** The branch itself where its words are rare, so that they are looked up first; otherwise they are one condition among others. */
export async function planned(ctx: Context, branch: Branch): Promise<Branch> {
  const { words } = branch
  if (words === null || (await estimated(ctx, wordedTickets(ctx, words, null))) <= MOST_LOOKED_UP) return branch
  return {
    ...branch,
    words_only: false,
    words: null,
    reads_words: true,
    where: sql<boolean>`${branch.where} and x.words @@ ${words}::tsquery`,
  }
}
