/** Every statement on deleted tickets, beside the one that marks them (tickets/store.ts). */
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { fixed, q } from '../../db/builder.ts'
import { NotFound } from '../../errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '../../http/paging.ts'
import { ticketScope } from '../../access/ticket_scope.ts'

/** A deleted ticket. */
export interface DeletedRow {
  readonly id: number
  readonly subject: string | null
  readonly deleted_at: string
  readonly previous_state: string
  readonly actor_id: number
  readonly actor_name: string | null
}

const byDeletion = [
  { key: 'deleted_at', column: 'deleted_at', kind: 'moment' },
  { key: 'id', column: 'id', kind: 'number' },
] as const

/** @source tickets.md §3.7 */
export const DELETED_SORTING: Sorting = {
  fallback: byDeletion,
  cursor: { deleted_at: byDeletion, id: [{ key: 'id', column: 'id', kind: 'number' }] },
  offset: { deleted_at: byDeletion, id: [{ key: 'id', column: 'id', kind: 'number' }] },
}

/** A page of the deleted tickets the caller could see before. */
export function listDeleted(ctx: Context, paging: Paging): Promise<Page<DeletedRow>> {
  const name = sql<string | null>`(select u.name from users u where u.account_id = ${ctx.account.id} and u.id = tickets.deleted_by_id)`
  const query = q
    .selectFrom('tickets')
    .select(['id', 'subject', 'deleted_at', 'status as previous_state', 'deleted_by_id as actor_id', name.as('actor_name')])
    .where('account_id', '=', ctx.account.id)
    .where('deleted_at', 'is not', null)
    .where(ticketScope(ctx.actor))
  return readPage<DeletedRow>(ctx, query as never, paging)
}

/** Which of these ids are deleted tickets the caller could see before, in order. */
export async function findDeleted(ctx: Context, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const query = q
    .selectFrom('tickets')
    .select('id')
    .where('account_id', '=', ctx.account.id)
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .where(ticketScope(ctx.actor))
  return (await ctx.db.all(query.orderBy('id'))).map((row) => row.id)
}

const destroy = fixed<{
  id: number
}>(`with gone as (delete from tickets t where t.account_id = $1 and t.id = $2 and t.deleted_at is not null returning t.id),
  comments as (delete from ticket_comments c using gone where c.account_id = $1 and c.ticket_id = gone.id),
  audits as (delete from ticket_audits a using gone where a.account_id = $1 and a.ticket_id = gone.id)
  select id from gone`)

/** Removes a deleted ticket with its comments and audits, for good; its number is never used again. @throws NotFound when it was restored meanwhile */
export async function destroyDeleted(ctx: Context, id: number): Promise<void> {
  if ((await ctx.db.first(destroy(ctx.account.id, id))) === undefined) throw new NotFound()
}
