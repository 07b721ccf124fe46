/** Every statement on skips. */
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

/** A ticket that an agent skipped. */
export interface SkipRow {
  readonly id: number
  readonly ticket_id: number
  readonly user_id: number
  readonly reason: string | null
  readonly created_at: string
  readonly updated_at: string
}

const COLUMNS = ['id', 'ticket_id', 'user_id', 'reason', 'created_at', 'updated_at'] as const
const byId = [{ key: 'id', column: 'id', kind: 'number' }] as const

/** @source docs/reference/conventions.md §3 */
export const SKIP_SORTING: Sorting = { fallback: byId, cursor: { id: byId, created_at: byId }, offset: { id: byId, created_at: byId } }

const insert = defineStatement<SkipRow>(
  `insert into skips (account_id, ticket_id, user_id, reason, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) returning ${COLUMNS.join(', ')}`,
)

/** Records that the caller skipped a ticket. */
export async function insertSkip(ctx: Context, ticketId: number, reason: string | null): Promise<SkipRow> {
  return ctx.db.one(insert(ctx.account.id, ticketId, ctx.actor.id, reason, ctx.now))
}

/** A page of skips: of a ticket, of a user, or all. */
export function listSkips(ctx: Context, filter: { ticket_id?: number; user_id?: number }, paging: Paging): Promise<Page<SkipRow>> {
  let query = q.selectFrom('skips').select(COLUMNS).where('account_id', '=', ctx.account.id)
  if (filter.ticket_id !== undefined) query = query.where('ticket_id', '=', filter.ticket_id)
  if (filter.user_id !== undefined) query = query.where('user_id', '=', filter.user_id)
  return readPage<SkipRow>(ctx, query, paging)
}
