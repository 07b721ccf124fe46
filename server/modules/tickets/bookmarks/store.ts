/** Every statement on bookmarks: the caller's own. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { BookmarksTable } from '#db/tables.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

export type BookmarkRow = Pick<Selectable<BookmarksTable>, 'id' | 'ticket_id' | 'created_at'>

const COLUMNS = ['id', 'ticket_id', 'created_at'] as const
const byId = { key: 'id', column: 'id', kind: 'number' } as const

/** How bookmarks may be sorted. */
export const BOOKMARK_SORTING: Sorting = { fallback: [byId], cursor: { id: [byId] }, offset: { id: [byId] } }

const insert = defineStatement<BookmarkRow>(`insert into bookmarks (account_id, user_id, ticket_id, created_at) values ($1, $2, $3, $4)
  on conflict (account_id, user_id, ticket_id) do nothing returning id, ticket_id, created_at`)
const ofTicket = defineStatement<BookmarkRow>(
  'select id, ticket_id, created_at from bookmarks where account_id = $1 and user_id = $2 and ticket_id = $3',
)
const remove = defineStatement<{ id: number }>('delete from bookmarks where account_id = $1 and user_id = $2 and id = $3 returning id')

/** A page of the caller's bookmarks. */
export function listBookmarks(ctx: Context, paging: Paging): Promise<Page<BookmarkRow>> {
  const own = q.selectFrom('bookmarks').select(COLUMNS).where('account_id', '=', ctx.account.id).where('user_id', '=', ctx.actor.id)
  return readPage<BookmarkRow>(ctx, own, paging)
}

/** Bookmarks a ticket for the caller; undefined if it was bookmarked already. */
export function insertBookmark(ctx: Context, ticketId: number): Promise<BookmarkRow | undefined> {
  return ctx.db.first(insert(ctx.account.id, ctx.actor.id, ticketId, ctx.now))
}

/** The caller's bookmark of a bookmarked ticket. */
export async function getBookmarkOf(ctx: Context, ticketId: number): Promise<BookmarkRow> {
  return ctx.db.one(ofTicket(ctx.account.id, ctx.actor.id, ticketId))
}

/** Removes a bookmark of the caller; false if the caller has none with this id. */
export async function deleteBookmark(ctx: Context, id: number): Promise<boolean> {
  return (await ctx.db.first(remove(ctx.account.id, ctx.actor.id, id))) !== undefined
}
