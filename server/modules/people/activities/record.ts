/** Records agents' activities in the transaction of the write that causes them. */
import { type Context, inTransaction } from '#core/context.ts'
import { activitiesOf } from './activities.ts'
import { insertActivities } from './store.ts'

type ActivityTicket = Parameters<typeof activitiesOf>[2]

/** A write of a ticket, reduced to what activities depend on. `before` is null for a new ticket. */
export interface WrittenTicket {
  readonly before: ActivityTicket | null
  readonly after: ActivityTicket
  readonly comment: { readonly id: number } | null
}

/**
 * Runs a ticket's write and records its activities in the same transaction. A write without activities opens no transaction here.
 * `idOf` returns the ticket's id, or null when nothing was written.
 * @source docs/reference/other.md §2
 */
export async function recordActivities<Written>(
  ctx: Context,
  { before, after, comment }: WrittenTicket,
  write: (ctx: Context) => Promise<Written>,
  idOf: (written: Written) => number | null,
): Promise<Written> {
  const activities = activitiesOf(ctx.actor.id, before, after, comment?.id ?? null)
  if (activities.length === 0) return write(ctx)
  return inTransaction(ctx, async (tx) => {
    const written = await write(tx)
    const ticketId = idOf(written)
    if (ticketId !== null) await insertActivities(tx, ticketId, activities)
    return written
  })
}
