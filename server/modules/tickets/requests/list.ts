/** Statements that read requests: tickets with a public comment. */
import { sql } from 'kysely'
import { ticketScope } from '#permissions/ticket_scope.ts'
import type { Context } from '#core/context.ts'
import { q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { STATE_COLUMNS, type TicketRow, type TicketState } from '../tickets/row.ts'
import { Request } from './schema.ts'

type RequestColumn = 'id' | Exclude<keyof typeof Request.properties & keyof TicketState, 'description'>

/** The columns that a request shows. Its `description` is its first public comment. */
const LISTED: readonly RequestColumn[] = [
  'id',
  ...STATE_COLUMNS.filter((name): name is Exclude<RequestColumn, 'id'> => name in Request.properties && name !== 'description'),
]
export type RequestRow = Pick<TicketRow, RequestColumn> & { readonly description: string | null }

/** The filter of a list of requests; all members must match. */
export interface RequestFilter {
  readonly requester_id?: number
  readonly cc_id?: number
  readonly organization_id?: number
  readonly statuses?: readonly string[]
  /** Each must occur in the subject or in a public comment, in any case. */
  readonly words?: readonly string[]
}

export const OPEN: readonly string[] = ['new', 'open', 'pending', 'hold']
export const SOLVED: readonly string[] = ['solved', 'closed']

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const moment = (key: 'created_at' | 'updated_at') => [{ key, column: key, kind: 'moment' } as const, byId]
const orders = { id: [byId], updated_at: moment('updated_at'), created_at: moment('created_at') }

/** @source docs/reference/tickets.md §9.1 */
export const REQUEST_SORTING: Sorting = { fallback: [byId], cursor: orders, offset: orders }

const firstComment = (ctx: Context) => sql<string | null>`(select c.plain_body from ticket_comments c
  where c.account_id = ${ctx.account.id} and c.ticket_id = tickets.id and c.public order by c.created_at, c.id limit 1)`

const containsWordSql = (ctx: Context, word: string) => sql<boolean>`(strpos(lower(coalesce(tickets.subject, '')), ${word}) > 0 or exists (
  select 1 from ticket_comments c where c.account_id = ${ctx.account.id} and c.ticket_id = tickets.id and c.public and strpos(lower(c.plain_body), ${word}) > 0))`

function select(ctx: Context, filter: RequestFilter) {
  const { requester_id, cc_id, organization_id, statuses, words } = filter
  let query = q
    .selectFrom('tickets')
    .select(LISTED)
    .select(firstComment(ctx).as('description'))
    .where('account_id', '=', ctx.account.id)
    .where('deleted_at', 'is', null)
    .where('is_public', '=', true)
    .where(ticketScope(ctx.actor))
  if (requester_id !== undefined) query = query.where('requester_id', '=', requester_id)
  if (organization_id !== undefined) query = query.where('organization_id', '=', organization_id)
  if (cc_id !== undefined) query = query.where(sql<boolean>`(email_cc_ids <> '{}' and email_cc_ids @> array[${cc_id}::bigint])`)
  if (statuses !== undefined) query = query.where(sql<boolean>`status = any(${statuses}::text[])`)
  for (const word of words ?? []) query = query.where(containsWordSql(ctx, word.toLowerCase()))
  return query.$castTo<RequestRow>()
}

/** A page of the requests the caller can see. */
export function listRequests(ctx: Context, filter: RequestFilter, paging: Paging): Promise<Page<RequestRow>> {
  return readPage<RequestRow>(ctx, select(ctx, filter), paging)
}

/** The request, if the caller can see it; else undefined. */
export function findRequest(ctx: Context, id: number): Promise<RequestRow | undefined> {
  return ctx.db.first(select(ctx, {}).where('id', '=', id))
}

/** The request, if the caller can see it. @throws NotFound */
export async function getRequest(ctx: Context, id: number): Promise<RequestRow> {
  return orNotFound(await findRequest(ctx, id))
}
