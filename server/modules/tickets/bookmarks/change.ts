/** The acts on bookmarks: create, remove. */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { NotFound, RecordInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { findTickets, type ListedTicket } from '../tickets/list.ts'
import { type BookmarkRow, deleteBookmark, getBookmarkOf, insertBookmark } from './store.ts'

/** A bookmark and its ticket; `isNew` false where the ticket had been marked before. */
export interface CreatedBookmark {
  readonly row: BookmarkRow
  readonly ticket: ListedTicket
  readonly isNew: boolean
}

/** Marks a ticket that the caller sees. @throws Forbidden @throws RecordInvalid @source docs/reference/other.md §3 */
export async function createBookmark(ctx: Context, ticketId: number | null | undefined): Promise<CreatedBookmark> {
  requirePermission(ctx, 'bookmark.manage')
  const [ticket] = await findTickets(ctx, typeof ticketId === 'number' ? [ticketId] : [])
  if (ticket === undefined) throw new RecordInvalid({ ticket: [makeInvalidProblem('Ticket')] })
  const made = await insertBookmark(ctx, ticket.id)
  return { row: made ?? (await getBookmarkOf(ctx, ticket.id)), ticket, isNew: made !== undefined }
}

/** Removes a bookmark. @throws Forbidden @throws NotFound also for the bookmark of another agent */
export async function removeBookmark(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'bookmark.manage')
  if (!(await deleteBookmark(ctx, id))) throw new NotFound()
}
