/** Every statement on deleted tickets, except the one that marks them as deleted (tickets/store.ts). */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { type AccountsWithWork, accountsWith, subtractFromNow } from '#db/clocks.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { ticketScope } from '#permissions/ticket_scope.ts'
import { keysOf } from '#lib/objects.ts'
import { pluck } from '../tickets/define_members.ts'
import { TICKET_ORDERS } from '../tickets/list.ts'
import { BLANK_STATE } from '../tickets/row.ts'
import { TICKET_MEMBERS } from '../tickets/ticket_members.ts'

/** A deleted ticket. */
export interface DeletedRow {
  readonly id: number
  readonly subject: string | null
  readonly created_at: string
  readonly deleted_at: string
  readonly previous_state: string
  readonly actor_id: number
  readonly actor_name: string | null
}

const byDeletion = [{ key: 'deleted_at', column: 'deleted_at', kind: 'moment' } as const, ...TICKET_ORDERS.id]

/** By creation. Not by names of people, as lists of deleted tickets contain none. @source docs/reference/tickets.md §3.7 */
export const DELETED_SORTING: Sorting = {
  fallback: TICKET_ORDERS.created_at,
  cursor: { deleted_at: byDeletion, id: TICKET_ORDERS.id },
  offset: { ...TICKET_ORDERS, deleted_at: byDeletion },
}

/** A page of the deleted tickets the caller could see before. */
export function listDeleted(ctx: Context, paging: Paging): Promise<Page<DeletedRow>> {
  const name = sql<string | null>`(select u.name from users u where u.account_id = ${ctx.account.id} and u.id = tickets.deleted_by_id)`
  const query = q
    .selectFrom('tickets')
    .select(['id', 'subject', 'created_at', 'deleted_at', 'status as previous_state', 'deleted_by_id as actor_id', name.as('actor_name')])
    .where('account_id', '=', ctx.account.id)
    .where('deleted_at', 'is not', null)
    .where('scrubbed_at', 'is', null)
    .where(ticketScope(ctx.actor))
  return readPage(ctx, query.$castTo<DeletedRow>(), paging)
}

/** Those of the ids that are deleted tickets the caller could see before, in order. */
export async function findDeleted(ctx: Context, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const query = q
    .selectFrom('tickets')
    .select('id')
    .where('account_id', '=', ctx.account.id)
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .where('scrubbed_at', 'is', null)
    .where(ticketScope(ctx.actor))
  return (await ctx.db.all(query.orderBy('id'))).map((row) => row.id)
}

/** The blank value of a member in SQL: empty lists and empty objects are written alike. */
const writeBlank = (value: object | number | boolean | '' | null) =>
  value === '' ? "''" : typeof value === 'object' && value !== null ? "'{}'" : String(value)
const emptied = keysOf(pluck(TICKET_MEMBERS, 'scrubbed')).map((name) => `${name} = ${writeBlank(BLANK_STATE[name])}`)

// what remains: the id, the dates, and the ids of the requester and of those who worked on it. `jsonb_set` is immutable, `jsonb_build_object` not
const scrubTickets = defineStatement<{ id: number }>(`with gone as (
    update tickets t set scrubbed_at = $3, generated_at = $3, lock_version = t.lock_version + 1, subject = 'SCRUBBED', description = 'SCRUBBED',
      ${emptied.join(', ')}, via = jsonb_set('{"channel":null,"source":{"from":{},"to":{},"rel":null}}'::jsonb, '{channel}',
        coalesce(t.via -> 'channel', 'null'::jsonb))
    where t.account_id = $1 and t.id = any($2::bigint[]) and t.deleted_at is not null and t.scrubbed_at is null returning t.id),
  comments as (delete from ticket_comments c using gone where c.account_id = $1 and c.ticket_id = gone.id),
  audits as (delete from ticket_audits a using gone where a.account_id = $1 and a.ticket_id = gone.id),
  skipped as (delete from skips s using gone where s.account_id = $1 and s.ticket_id = gone.id),
  ruled as (delete from ticket_rule_runs r using gone where r.account_id = $1 and r.ticket_id = gone.id),
  pinned as (delete from ticket_content_pins p using gone where p.account_id = $1 and p.ticket_id = gone.id),
  approvals as (delete from approval_requests r using gone where r.account_id = $1 and r.ticket_id = gone.id),
  tasks as (delete from task_list_tasks k using task_lists l, gone
    where k.account_id = $1 and l.account_id = $1 and l.ticket_id = gone.id and k.task_list_id = l.id),
  task_lists_gone as (delete from task_lists l using gone where l.account_id = $1 and l.ticket_id = gone.id),
  spoken as (delete from side_conversation_events e using side_conversations s, gone
    where e.account_id = $1 and s.account_id = $1 and s.ticket_id = gone.id and e.side_conversation_id = s.id),
  beside as (delete from side_conversations s using gone where s.account_id = $1 and s.ticket_id = gone.id)
  select id from gone`)

/**
 * Scrubs deleted tickets: deletes their comments, their audits and all personal data for good. Returns the ids it scrubbed, without those
 * that were restored or scrubbed already.
 */
export async function scrubDeleted(ctx: Context, ids: readonly number[]): Promise<number[]> {
  return (await ctx.db.all(scrubTickets(ctx.account.id, ids, ctx.now))).map((row) => row.id)
}

const selectTicketsToScrub = defineStatement<{ id: number }>(
  'select id from tickets where account_id = $1 and deleted_at <= $2 and scrubbed_at is null order by deleted_at, id limit $3',
)

/** Tickets deleted before a moment and not yet scrubbed. */
export async function findTicketsToScrub(ctx: Context, before: Date, most: number): Promise<number[]> {
  return (await ctx.db.all(selectTicketsToScrub(ctx.account.id, before, most))).map((row) => row.id)
}

/** Of the given accounts, those with tickets that were deleted this many seconds ago and are not scrubbed. */
export function accountsToScrub(seconds: number): AccountsWithWork {
  return accountsWith('tickets d', `d.deleted_at <= ${subtractFromNow(seconds)} and d.scrubbed_at is null`)
}
