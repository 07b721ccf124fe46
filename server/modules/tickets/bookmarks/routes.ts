import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { listEnvelope, urlOf } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { type AnswerOf, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { allOf } from '#lib/all_of.ts'
import { wireTime } from '#lib/clock.ts'
import { findTickets, type ListedTicket } from '../tickets/list.ts'
import { presentTicket } from '../tickets/present.ts'
import { type TicketSetup, ticketSetup } from '../tickets/setup_store.ts'
import { createBookmark, removeBookmark } from './change.ts'
import { type Bookmark, BookmarkBody, OneBookmark, SomeBookmarks } from './schema.ts'
import { BOOKMARK_SORTING, type BookmarkRow, listBookmarks } from './store.ts'

const urlHere = (ctx: Context, { id }: BookmarkRow) => urlOf(ctx.caller.base_url, `bookmarks/${id}`)

function present(ctx: Context, row: BookmarkRow, ticket: ListedTicket, setup: TicketSetup): AnswerOf<typeof Bookmark> {
  return { url: urlHere(ctx, row), id: row.id, created_at: wireTime(row.created_at), ticket: presentTicket(ctx, ticket, setup) }
}

/** Bookmarks with their tickets, without those whose ticket the caller can no longer see. @source docs/reference/other.md §3 */
async function withTickets(ctx: Context, rows: readonly BookmarkRow[]) {
  const [tickets, setup] = await allOf(
    () =>
      findTickets(
        ctx,
        rows.map((row) => row.ticket_id),
      ),
    () => ticketSetup(ctx),
  )
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  return rows.flatMap((row) => {
    const ticket = byId.get(row.ticket_id)
    return ticket === undefined ? [] : [present(ctx, row, ticket, setup)]
  })
}

/** @source docs/reference/other.md §3 */
export const bookmarkRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/bookmarks',
    name: 'bookmarks/index',
    summary: "List the caller's bookmarks with their tickets",
    scope: 'tickets',
    query: listQuery({}),
    answer: SomeBookmarks,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'bookmark.manage')
      const page = await listBookmarks(ctx, readPaging(query, BOOKMARK_SORTING, 'bookmarks/index'))
      return answerOk(listEnvelope(address, 'bookmarks', page, await withTickets(ctx, page.rows)))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/bookmarks',
    name: 'bookmarks/create',
    summary: 'Create a bookmark',
    scope: 'tickets',
    body: BookmarkBody,
    answer: OneBookmark,
    async handle(ctx, { body }) {
      const { row, ticket, isNew } = await createBookmark(ctx, body.bookmark.ticket_id)
      const bookmark = present(ctx, row, ticket, await ticketSetup(ctx))
      return isNew ? answerNewRecord({ bookmark }, urlHere(ctx, row)) : answerOk({ bookmark })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/bookmarks/:id',
    name: 'bookmarks/destroy',
    summary: 'Delete a bookmark',
    scope: 'tickets',
    async handle(ctx, { params }) {
      await removeBookmark(ctx, params.id)
      return answerNoContent()
    },
  }),
]
