/** The sort orders of a search, and the conditions for the first tickets in each. @source docs/reference/search.md §3.2 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, compileSql } from '#db/builder.ts'
import { STATUSES } from '#rules/facts.ts'
import type { Condition } from '#search/kinds.ts'
import { PRIORITIES, TYPES } from '#modules/tickets/tickets/row.ts'
import { type Branch, TABLES, type Type } from './store.ts'

export const ORDERS = ['relevance', 'updated_at', 'created_at', 'priority', 'status', 'ticket_type'] as const
export type OrderName = (typeof ORDERS)[number]

/** An order and its direction. */
export interface Order {
  readonly order: OrderName
  readonly descending: boolean
}

/** A position in the order of creation: that of the last record sent. */
export interface OrderPosition {
  readonly created_at: string
  readonly id: number
}

type RankOrder = 'priority' | 'status' | 'ticket_type'
const RANKS: Readonly<Record<RankOrder, { column: string; values: readonly string[] }>> = {
  priority: { column: 'priority', values: PRIORITIES },
  status: { column: 'status', values: STATUSES },
  ticket_type: { column: 'type', values: TYPES },
}
/** The order of types by relevance. Users, organizations and groups are few, so they come before tickets. */
const TYPE_RANKS: Readonly<Record<Type, number>> = { user: 0, organization: 1, group: 2, ticket: 3 }

/** True for orders by a rank, such as priority. Only tickets have ranks. */
export const isByRank = (order: OrderName): order is RankOrder => order in RANKS

/** The sort key of a type's records in an order, as SQL. */
export function sortKey(type: Type, order: OrderName): RawBuilder<unknown> {
  if (order === 'relevance') return sql`${sql.lit(-TYPE_RANKS[type])}::integer`
  if (!isByRank(order)) return sql`${sql.ref(`${TABLES[type]}.${order}`)}`
  const { column, values } = RANKS[order]
  return type === 'ticket' ? sql`array_position(${values}::text[], ${sql.ref(`tickets.${column}`)})` : sql`null::integer`
}

/** The ranks of an order as conditions on tickets, in that order; tickets without a rank come last. */
export function listRanks({ order, descending }: { order: RankOrder; descending: boolean }): Condition[] {
  const { column, values } = RANKS[order]
  const ref = sql.ref(`tickets.${column}`)
  const each = values.map((value) => sql<boolean>`${ref} = ${value}::text`)
  return [...(descending ? each.toReversed() : each), sql<boolean>`${ref} is null`]
}

const lastNumber = defineStatement<{ last_id: number }>('select last_id from ticket_counters where account_id = $1')

/** The highest id of a ticket in the account. */
export async function lastTicketNumber(ctx: Context): Promise<number> {
  return (await ctx.db.first(lastNumber(ctx.account.id)))?.last_id ?? 0
}

/**
 * True if tickets of equal relevance are sorted by creation instead of by id, which is nearly the same: when a query limits their creation
 * time. They are then read from that time on, however many were created since.
 */
export const isByCreation = ({ type, bounds }: Branch, { order }: Order) =>
  order === 'relevance' && type === 'ticket' && bounds.has('created_at')

type TimeOrder = 'created_at' | 'updated_at'
const nthMoment = (column: TimeOrder, direction: 'asc' | 'desc') =>
  defineStatement<{ moment: string }>(`select t.${column} as moment from tickets t where t.account_id = $1 and t.deleted_at is null
    and ($2::timestamptz is null or (t.${column}, t.id) > ($2, $3::bigint)) order by t.${column} ${direction}, t.id ${direction} offset $4 limit 1`)
const NTH_MOMENTS = {
  created_at: { asc: nthMoment('created_at', 'asc'), desc: nthMoment('created_at', 'desc') },
  updated_at: { asc: nthMoment('updated_at', 'asc'), desc: nthMoment('updated_at', 'desc') },
}

/** The range of first tickets in an order. */
export interface Beginning extends Order {
  /** The number of tickets. */
  readonly count: number
  /** Only tickets after this position. */
  readonly after: OrderPosition | null
}

/**
 * The condition that limits a branch to the first tickets in an order; null when there are no more than that, or when the order also
 * depends on other columns.
 */
export async function firstTickets(
  ctx: Context,
  branch: Branch,
  { order, descending, count, after }: Beginning,
): Promise<Condition | null> {
  if (isByRank(order)) return null
  if (order === 'relevance' && !isByCreation(branch, { order, descending })) {
    const last = await lastTicketNumber(ctx)
    if (last <= count) return null
    return descending ? sql<boolean>`tickets.id > ${last - count}::bigint` : sql<boolean>`tickets.id <= ${count}::bigint`
  }
  const column = order === 'relevance' ? 'created_at' : order
  const bound = branch.bounds.get(column)
  const found =
    bound === undefined
      ? await ctx.db.first(
          NTH_MOMENTS[column][descending ? 'desc' : 'asc'](ctx.account.id, after?.created_at ?? null, after?.id ?? 0, count),
        )
      : await nthWithin(ctx, column, bound, { descending, count, after })
  if (found === undefined) return null
  return sql<boolean>`${sql.ref(`tickets.${column}`)} ${descending ? sql`>=` : sql`<=`} ${found.moment}::timestamptz`
}

async function nthWithin(ctx: Context, column: TimeOrder, bound: Condition, { descending, count, after }: Omit<Beginning, 'order'>) {
  const key = sql.ref(`tickets.${column}`)
  const direction = descending ? sql`desc` : sql`asc`
  const behind = after === null ? sql`` : sql` and (${key}, tickets.id) > (${after.created_at}::timestamptz, ${after.id}::bigint)`
  const [found] = await ctx.db.planned(
    compileSql(sql<{
      moment: string
    }>`select ${key} as moment from tickets where tickets.account_id = ${ctx.account.id} and tickets.deleted_at is null
      and ${bound}${behind} order by ${key} ${direction}, tickets.id ${direction} offset ${count} limit 1`),
  )
  return found
}
