/** Scheduled work on targets: a target that is passed while nobody writes the ticket is recorded as breached. */
import { atThisMoment, type Context, inTransaction } from '#core/context.ts'
import { inBatches } from '#db/batches.ts'
import { epochSeconds, toDate } from '#lib/clock.ts'
import { breachEvent } from './metric_event.ts'
import { accountsWithBreaches, type Breached, lockBreached, recordBreaches } from './sla_store.ts'
import { markBreaches, firstBreaches } from './targets.ts'

/** Tickets per transaction; each takes an id of a block of 1,000. */
const AT_ONCE = 400

async function recordSome(tx: Context): Promise<number> {
  const now = epochSeconds(tx.now.toISOString())
  const found = await lockBreached(tx, AT_ONCE)
  const tickets = found.map(({ id, sla: before }): Breached => {
    const { sla, breached } = markBreaches(before, now)
    const { due } = firstBreaches(sla)
    const due_at = due === null ? null : toDate(due * 1000).toISOString()
    return { id, sla, due_at, events: breached.map((metric) => breachEvent(metric, sla)) }
  })
  if (tickets.length > 0) await recordBreaches(tx, tickets)
  return found.length
}

/** Records the breaches of targets that were passed by now. */
export const scheduledBreaches = {
  accountsDue: accountsWithBreaches,
  act: (ctx: Context): Promise<number> => inBatches(AT_ONCE, () => inTransaction(atThisMoment(ctx), recordSome)),
}
