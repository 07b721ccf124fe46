/**
 * Scheduled work on tickets: the system closes them 28 days after they were solved, whatever automations do.
 * @source docs/reference/tickets.md §3.1
 */
import { atThisMoment, type Context, inTransaction } from '#core/context.ts'
import { inBatches } from '#db/batches.ts'
import { addSeconds } from '#lib/clock.ts'
import { accountsToClose, closeSolved } from './close_store.ts'

const SOLVED_SECONDS = 28 * 24 * 60 * 60
/** Tickets per transaction; each takes two ids of a block of 1,000. */
const AT_ONCE = 400

/** Closes tickets that were solved 28 days ago. No business rule is run and no one is notified. */
export const scheduledTickets = {
  accountsDue: accountsToClose(SOLVED_SECONDS),
  act: (ctx: Context): Promise<number> =>
    inBatches(AT_ONCE, () => inTransaction(atThisMoment(ctx), (tx) => closeSolved(tx, addSeconds(tx.now, -SOLVED_SECONDS), AT_ONCE))),
}
