/** Statements that read many tickets. */
import { type SelectQueryBuilder, sql } from 'kysely'
import { ticketScope } from '#permissions/ticket_scope.ts'
import type { Context } from '#core/context.ts'
import { type AnySelect, defineStatement, defineLookup, q } from '#db/builder.ts'
import type { Tables } from '#db/tables.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { pluck } from './define_members.ts'
import { STATE_COLUMNS, type TicketRow, type TicketState } from './row.ts'
import { requireVisible } from './store.ts'
import { TICKET_MEMBERS } from './ticket_members.ts'

const answered = pluck(TICKET_MEMBERS, 'answer')
const listed = pluck(TICKET_MEMBERS, 'listed')
type ListedName = 'id' | 'deleted_at' | Extract<keyof typeof answered | keyof typeof listed, keyof TicketState>

/** The columns of a ticket that responses contain or are made from; lists and single responses read no others. */
export const LISTED: readonly ListedName[] = [
  'id',
  'deleted_at',
  ...STATE_COLUMNS.filter((name): name is Exclude<ListedName, 'id' | 'deleted_at'> => name in answered || name in listed),
]
export type ListedTicket = Pick<TicketRow, ListedName>

/** The filter of a list of tickets; all members must match. */
export interface TicketFilter {
  readonly requester_id?: number
  readonly cc_id?: number
  readonly assignee_id?: number
  readonly follower_id?: number
  readonly organization_id?: number
  readonly problem_id?: number
  readonly type?: 'problem'
  readonly external_id?: string
  /** Changed since this moment. */
  readonly since?: Date
  /** A part of the subject, in any case. */
  readonly subject_has?: string
  /** Includes archived tickets. */
  readonly archived: boolean
}

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const moment = (key: 'created_at' | 'updated_at') => [{ key, column: key, kind: 'moment' } as const, byId]
const text = (key: string) => [{ key, column: key, kind: 'text' } as const, byId]
const number = (key: string) => [{ key, column: key, kind: 'number' } as const, byId]

/** Orders by columns of tickets, which every list of tickets supports. */
export const TICKET_ORDERS = {
  id: [byId],
  subject: text('subject'),
  created_at: moment('created_at'),
  updated_at: moment('updated_at'),
  status: text('status'),
  requester: number('requester_id'),
  group: number('group_id'),
  assignee: number('assignee_id'),
}

/** @source docs/reference/tickets.md §1.2; docs/reference/conventions.md §3 */
export const TICKET_SORTING: Sorting = {
  fallback: [byId],
  cursor: { id: [byId], updated_at: moment('updated_at'), status: text('status') },
  offset: {
    ...TICKET_ORDERS,
    'requester.name': [...text('requester_name').slice(0, 1), ...number('requester_id')],
    'assignee.name': [...text('assignee_name').slice(0, 1), ...number('assignee_id')],
    // lists contain no deleted tickets, so only the id remains to sort by
    deleted_at: [byId],
  },
}

const lastChanged = moment('updated_at').map((column) => ({ ...column, descending: true }))
/** Problems are sorted by their last change, the newest first. @source docs/reference/tickets.md §1.2 */
export const PROBLEM_SORTING: Sorting = { ...TICKET_SORTING, fallback: lastChanged }

type Select = SelectQueryBuilder<Tables, 'tickets', ListedTicket>

function select(ctx: Context, filter: TicketFilter): Select {
  let query = q
    .selectFrom('tickets')
    .select(LISTED)
    .where('account_id', '=', ctx.account.id)
    .where('deleted_at', 'is', null)
    .where(ticketScope(ctx.actor))
  const { requester_id, assignee_id, organization_id, problem_id, external_id, type, cc_id, follower_id, since, subject_has } = filter
  if (requester_id !== undefined) query = query.where('requester_id', '=', requester_id)
  if (assignee_id !== undefined) query = query.where('assignee_id', '=', assignee_id)
  if (organization_id !== undefined) query = query.where('organization_id', '=', organization_id)
  if (problem_id !== undefined) query = query.where('problem_id', '=', problem_id)
  if (external_id !== undefined) query = query.where('external_id', '=', external_id)
  // a literal instead of a parameter, so that the planner can use the index of problems
  if (type !== undefined) query = query.where('type', '=', sql.lit(type))
  if (cc_id !== undefined) query = query.where(sql<boolean>`email_cc_ids <> '{}' and email_cc_ids @> array[${cc_id}::bigint]`)
  if (follower_id !== undefined) query = query.where(sql<boolean>`follower_ids <> '{}' and follower_ids @> array[${follower_id}::bigint]`)
  if (subject_has !== undefined) query = query.where(sql<boolean>`strpos(lower(coalesce(subject, '')), ${subject_has.toLowerCase()}) > 0`)
  if (!filter.archived) query = query.where('archived_at', 'is', null)
  if (since !== undefined) query = query.where('updated_at', '>=', since.toISOString())
  return query.$castTo<ListedTicket>()
}

/** Joins the names of people if the order uses them. Every ticket has a requester, so the users can be read first, in their order. */
function withNames(ctx: Context, tickets: AnySelect<ListedTicket>, { order }: Paging): AnySelect<ListedTicket> {
  const people = (name: 'requester_name' | 'assignee_name') =>
    q
      .selectFrom('users as u')
      .select(['u.id as person_id', `u.name as ${name}`])
      .where('u.account_id', '=', ctx.account.id)
      .as('person')
  const has = (name: string) => order.some(({ column }) => column === name)
  return has('requester_name')
    ? tickets.innerJoin(people('requester_name'), 'person.person_id', 'tickets.requester_id')
    : has('assignee_name')
      ? tickets.leftJoin(people('assignee_name'), 'person.person_id', 'tickets.assignee_id')
      : tickets
}

const liveCount = defineStatement<{ live_count: number }>('select live_count from ticket_counters where account_id = $1')

/** The number of tickets is stored with the counter of ticket numbers, so that a list of all tickets need not count them. */
async function countAll(ctx: Context): Promise<number> {
  return (await ctx.db.one(liveCount(ctx.account.id))).live_count
}

function isEverything(ctx: Context, filter: TicketFilter): boolean {
  const unrestricted = ctx.actor.role === 'admin' || (ctx.actor.role === 'agent' && ctx.actor.ticket_restriction === null)
  const { archived, ...rest } = filter
  return unrestricted && !archived && Object.values(rest).every((value) => value === undefined)
}

/** A page of the tickets the caller can see. */
export function listTickets(ctx: Context, filter: TicketFilter, paging: Paging): Promise<Page<ListedTicket>> {
  const tickets = withNames(ctx, select(ctx, filter), paging)
  return readPage<ListedTicket>(ctx, tickets, paging, isEverything(ctx, filter) ? () => countAll(ctx) : undefined)
}

/** How many tickets match a filter. */
export function countTickets(ctx: Context, filter: TicketFilter): Promise<number> {
  return isEverything(ctx, filter) ? countAll(ctx) : countRows(ctx, select(ctx, filter))
}

const selectTicket = defineLookup<ListedTicket>(`select ${LISTED.join(', ')} from tickets where account_id = $1 and id = $2`)

/** The ticket to present. @throws NotFound also if it is deleted or the caller cannot see it */
export async function getListedTicket(ctx: Context, id: number): Promise<ListedTicket> {
  return requireVisible(ctx, await ctx.db.first(selectTicket(ctx.account.id, id)))
}

/** The tickets with these ids that the caller sees; others are left out. */
export async function findTickets(ctx: Context, ids: readonly number[]): Promise<ListedTicket[]> {
  return ids.length === 0 ? [] : ctx.db.all(select(ctx, { archived: true }).where('id', 'in', ids).orderBy('id'))
}

const countIncidents = defineStatement<{ problem_id: number; incidents: number }>(
  'select problem_id, count(*) as incidents from tickets where account_id = $1 and problem_id = any($2::bigint[]) and deleted_at is null group by problem_id',
)

/** How many incidents each of these problems has, without deleted ones; problems without any are left out. */
export async function incidentCounts(ctx: Context, problemIds: readonly number[]): Promise<Map<number, number>> {
  const rows = problemIds.length === 0 ? [] : await ctx.db.all(countIncidents(ctx.account.id, problemIds))
  return new Map(rows.map((row) => [row.problem_id, row.incidents]))
}

const selectUnsolvedIncidents = defineStatement<{ id: number }>(
  "select id from tickets where account_id = $1 and problem_id = $2 and status not in ('solved', 'closed') and deleted_at is null order by id",
)
// `offset 0` keeps the planner from scanning all tickets by id until it finds one of the conversation
const byConversation = defineStatement<{ id: number }>(`select id from (
    select id from tickets where account_id = $1 and via #>> '{source,from,conversation_id}' = $2 and deleted_at is null offset 0) as t
  order by id desc limit 1`)

/** The incidents of a problem that are neither solved nor closed, whether or not the caller can see them. */
export async function findUnsolvedIncidents(ctx: Context, problemId: number): Promise<number[]> {
  return (await ctx.db.all(selectUnsolvedIncidents(ctx.account.id, problemId))).map((row) => row.id)
}

/** The newest ticket of a messaging conversation. */
export async function findByConversation(ctx: Context, conversationId: string): Promise<number | undefined> {
  return (await ctx.db.first(byConversation(ctx.account.id, conversationId)))?.id
}
