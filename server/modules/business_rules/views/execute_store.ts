/** Statements that read the tickets of views. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { seesEveryTicket, ticketScope } from '../../../permissions/ticket_scope.ts'
import type { Context } from '../../../context.ts'
import { toDate } from '../../../lib/clock.ts'
import { q, raw } from '../../../db/builder.ts'
import type { Tables } from '../../../db/tables.ts'
import { type Page, type Paging, readPage } from '../../../http/paging.ts'
import { keptTotals } from '../../../http/totals.ts'
import { checkConditions, compileConditions, type Condition, type Conditions, matches, toSql } from '../../../rules/condition.ts'
import { BLANK_TICKET, type RuleCatalogue, type RuleContext } from '../../../rules/facts.ts'
import { LISTED, type ListedTicket } from '../../tickets/tickets/list.ts'
import type { TicketRow } from '../../tickets/tickets/row.ts'
import { businessClock } from '../../tickets/tickets/schedule_store.ts'
import { firstOfEach } from './assignee_store.ts'
import { joined, type ViewOrder } from './order_store.ts'

/** A ticket of a view, with its channel as a number and when the first of its SLA targets is passed. */
export type ViewTicket = ListedTicket & Pick<TicketRow, 'via_id' | 'sla_next_breach_at'>

/** Counts stop here. */
const MOST_COUNTED = 100_000
/** Counts above this are kept for a while. */
const MOST_COUNTED_EACH_TIME = 1000

/** What conditions refer to besides tickets: the current user, their groups, the current moment and the hours of the account. */
async function contextFor(ctx: Context): Promise<RuleContext> {
  const { id, group_ids } = ctx.actor
  return { now: ctx.now, current_user_id: id, current_group_ids: group_ids, ...(await businessClock(ctx)) }
}

/**
 * The conditions of a view as SQL. A view one of whose conditions has lost what it refers to, such as a custom field, has no tickets.
 */
function conditionsToSql(conditions: Conditions, types: RuleCatalogue, context: RuleContext): RawBuilder<boolean> {
  const isBroken = checkConditions(conditions, 'view', types).length > 0
  return isBroken ? sql<boolean>`false` : toSql(compileConditions(conditions, types), context)
}

/** The tickets that views show the caller: neither deleted nor archived, and only those the caller sees. */
function tickets(ctx: Context, where: RawBuilder<boolean>) {
  const query = q
    .selectFrom('tickets')
    .where('tickets.account_id', '=', ctx.account.id)
    .where('tickets.deleted_at', 'is', null)
    .where('tickets.archived_at', 'is', null)
    .where(where)
  return seesEveryTicket(ctx.actor) ? query : query.where(ticketScope(ctx.actor))
}

/** What a page of a view is read by. */
export interface ViewRead {
  readonly conditions: Conditions
  readonly types: RuleCatalogue
  readonly order: ViewOrder
}

type Tickets = SelectQueryBuilder<Tables, 'tickets', object>
type Ordered = SelectQueryBuilder<Tables, never, { id: number }>

/** A page of the ids of a view's tickets. First ids alone, in order: an index has all that default views need for it. */
async function pageOfIds(ctx: Context, { conditions, types, order }: ViewRead, paging: Paging): Promise<Page<{ id: number }>> {
  const where = conditionsToSql(conditions, types, await contextFor(ctx))
  const count = paging.style === 'offset' ? () => countTickets(ctx, conditions, types) : undefined
  const all = tickets(ctx, where)
  const chosen =
    order.by_assignee && leavesOutClosed(conditions, types) ? firstOfEach(ctx, { all, order, paging }) : selected(ctx, all, order)
  return readPage(ctx, q.selectFrom(chosen.as('chosen')).selectAll() as unknown as Ordered, paging, count)
}

const selected = (ctx: Context, all: Tickets, { joins, parts }: ViewOrder) =>
  joined(ctx, all, joins)
    .select('tickets.id')
    .select(parts.map(({ key, value }) => value.as(key)))

/** For conditions on the status alone, which need to know nothing else. */
const NOBODY: RuleContext = { now: toDate(0), current_user_id: null }

/** True if one of the conditions that always hold is false for every closed ticket. */
function leavesOutClosed({ all }: Conditions, types: RuleCatalogue): boolean {
  const closed = { ...BLANK_TICKET, status: 'closed' }
  const holds = (condition: Condition) => matches(compileConditions({ all: [condition], any: [] }, types), closed, NOBODY)
  return all.some((condition) => condition.field === 'status' && !holds(condition))
}

const COLUMNS = [...LISTED, 'via_id', 'sla_next_breach_at'] as const

/** A page of the tickets of a view. */
export async function pageOfTickets(ctx: Context, read: ViewRead, paging: Paging): Promise<Page<ViewTicket>> {
  const page = await pageOfIds(ctx, read, paging)
  const ids = page.rows.map((row) => row.id)
  const statement = tickets(ctx, sql<boolean>`tickets.id = any(${ids}::bigint[])`)
    .select(COLUMNS)
    .$castTo<ViewTicket>()
  const found = new Map((ids.length === 0 ? [] : await ctx.db.all(statement)).map((row) => [row.id, row]))
  return { ...page, rows: ids.map((id) => found.get(id)).filter((row) => row !== undefined) }
}

/** The tickets that match, up to a bound, as a column of a statement. */
function counted(ctx: Context, where: RawBuilder<boolean>): RawBuilder<number> {
  const some = tickets(ctx, where)
    .select(sql<number>`1`.as('one'))
    .limit(MOST_COUNTED)
  return sql<number>`(select count(*) from ${some.as('some')})`
}

/** What a count is kept under: the conditions, and for whom. The moment is left out: a kept count is some minutes old anyway. */
function keyOf(ctx: Context, conditions: Conditions): string {
  const forOne = !seesEveryTicket(ctx.actor) || /"current_(?:user|groups)"/.test(JSON.stringify(conditions))
  return JSON.stringify([ctx.account.id, forOne ? ctx.actor.id : 0, conditions])
}

/** How many tickets a view has, and whether that was counted just now. */
export interface Counted {
  readonly value: number
  readonly fresh: boolean
}

/**
 * How many tickets match each of these conditions, with one statement for all. Few tickets are counted each time; of many the number is kept
 * for a while, the longer the more there are.
 * @source docs/reference/business_rules.md §5.5
 */
export function countEach(ctx: Context, all: readonly Conditions[], types: RuleCatalogue): Promise<Counted[]> {
  const keys = all.map((conditions) => keyOf(ctx, conditions))
  const count = async (indexes: readonly number[]) => {
    const context = await contextFor(ctx)
    const where = (index: number) => conditionsToSql(all[index] as Conditions, types, context)
    const columns = indexes.map((index) => counted(ctx, where(index)).as(`count_${index}`))
    const row = (await ctx.db.one(raw(sql<Record<string, number>>`select ${sql.join(columns)}`))) as Record<string, number>
    return indexes.map((index) => row[`count_${index}`] as number)
  }
  return keptTotals(ctx, keys, count, MOST_COUNTED_EACH_TIME)
}

async function countTickets(ctx: Context, conditions: Conditions, types: RuleCatalogue): Promise<number> {
  return ((await countEach(ctx, [conditions], types))[0] as Counted).value
}
