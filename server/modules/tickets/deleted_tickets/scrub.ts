/**
 * Scrubbing: only the id, dates and numeric ids of a ticket remain. On request, and 30 days after it was deleted.
 * @source docs/reference/tickets.md §3.7
 */
import { atThisMoment, type Context, inTransaction } from '#core/context.ts'
import { inBatches } from '#db/batches.ts'
import { addSeconds } from '#lib/clock.ts'
import { releaseFiles } from '#modules/common/attachments/store_file.ts'
import { deleteAttachmentsOf } from '#modules/common/attachments/store.ts'
import { publishEventsOfTicket } from '../tickets/publishing.ts'
import { scrubRatings } from '../satisfaction_ratings/store.ts'
import { accountsToScrub, findTicketsToScrub, scrubDeleted } from './store.ts'

const SCRUB_AFTER_SECONDS = 30 * 24 * 60 * 60
const AT_ONCE = 100

/** Scrubs deleted tickets and removes their attachments; returns the ids of those it scrubbed. */
export function scrubTickets(ctx: Context, ids: readonly number[]): Promise<number[]> {
  return inTransaction(ctx, async (tx) => {
    const scrubbed = await scrubDeleted(tx, ids)
    await scrubRatings(tx, scrubbed)
    await releaseFiles(tx, await deleteAttachmentsOf(tx, 'ticket_id', scrubbed))
    for (const id of scrubbed) await publishEventsOfTicket(tx, id, [{ type: 'ticket.permanently_deleted', event: {} }])
    return scrubbed
  })
}

const ripeBefore = (now: Date) => addSeconds(now, -SCRUB_AFTER_SECONDS)

/** Scrubs the tickets that were deleted 30 days ago, in batches. */
export const scheduledDeletedTickets = {
  accountsDue: accountsToScrub(SCRUB_AFTER_SECONDS),
  act: (ctx: Context): Promise<number> =>
    inBatches(AT_ONCE, async () => {
      const ids = await findTicketsToScrub(ctx, ripeBefore(ctx.now), AT_ONCE)
      return (await scrubTickets(atThisMoment(ctx), ids)).length
    }),
}
