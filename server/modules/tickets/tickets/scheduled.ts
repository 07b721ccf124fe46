/** What falls due on tickets: 28 days after they were solved the system closes them, whatever automations do. @source docs/reference/tickets.md §3.1 */
import { atThisMoment, type Context, inTransaction } from '../../../context.ts'
import { addSeconds } from '../../../lib/clock.ts'
import { accountsToClose, closeSolved } from './close_store.ts'

const SOLVED_SECONDS = 28 * 24 * 60 * 60
/** Tickets of one transaction; each takes two ids of a block of 1,000. */
const AT_ONCE = 400

/** Closes what was solved 28 days ago; no rule is run and nobody is told. */
export const scheduledTickets = {
  accountsDue: accountsToClose(SOLVED_SECONDS),
  async act(ctx: Context): Promise<void> {
    let done: number
    do done = await inTransaction(atThisMoment(ctx), (tx) => closeSolved(tx, addSeconds(tx.now, -SOLVED_SECONDS), AT_ONCE))
    while (done === AT_ONCE)
  },
}
