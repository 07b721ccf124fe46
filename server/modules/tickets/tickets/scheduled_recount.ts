/** Scheduled work that counts business time of tickets which were measured before it was: a part at a time, from where the last one ended. */
import { atThisMoment, type Context, inTransaction } from '#core/context.ts'
import type { Db } from '#db/db.ts'
import type { Clocks } from '#db/clocks.ts'
import { hoursOf, ticketSchedules } from './schedule_store.ts'
import { recountTicket } from '../ticket_metrics/recount.ts'
import {
  accountsToRecount,
  eventsOf,
  lockNext,
  moveRecount,
  recountPosition,
  statusMovesOf,
  storeRecount,
} from '../ticket_metrics/recount_store.ts'

/** Tickets per transaction. */
const AT_ONCE = 200
/** Transactions per run, so that other scheduled work of the account does not wait long. */
const BATCHES = 10

function byTicket<Row extends { readonly ticket_id: number }>(rows: readonly Row[]): (id: number) => Row[] {
  const found = Map.groupBy(rows, ({ ticket_id }) => ticket_id)
  return (id) => found.get(id) ?? []
}

/** Counts the next tickets again. Returns how many there were. */
async function recountSome(tx: Context): Promise<number> {
  const after = await recountPosition(tx)
  if (after === null) return 0
  const found = await lockNext(tx, after, AT_ONCE)
  const open = found.filter(({ is_counted }) => !is_counted)
  const ids = open.map(({ id }) => id)
  if (ids.length > 0) {
    const schedules = await ticketSchedules(tx)
    const writesOf = byTicket(await eventsOf(tx, ids))
    const movesOf = byTicket(await statusMovesOf(tx, ids))
    const counted = open.map((ticket) => {
      const hours = hoursOf(schedules, ticket)
      const past = { writes: writesOf(ticket.id), moves: movesOf(ticket.id) }
      return { id: ticket.id, is_shown: hours !== null, ...recountTicket(ticket, past, hours) }
    })
    await storeRecount(tx, counted)
  }
  await moveRecount(tx, after, found.length < AT_ONCE ? null : (found.at(-1)?.id ?? null))
  return found.length
}

/** Counts business time of tickets again; see migrations/0058_business_time.sql. */
export const scheduledRecount = {
  // without the condition: it does not go by the account's clock
  accountsDue: (db: Db, clocks: Clocks) => accountsToRecount(db, clocks),
  async act(ctx: Context): Promise<number> {
    let done = 0
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const some = await inTransaction(atThisMoment(ctx), recountSome)
      done += some
      if (some < AT_ONCE) break
    }
    return done
  },
}
