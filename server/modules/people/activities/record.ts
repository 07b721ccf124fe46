/** Writes down what agents are told, with the write it tells of. */
import { type Context, inTransaction } from '../../../context.ts'
import { activitiesOf } from './activities.ts'
import { insertActivities } from './store.ts'

type ActivityTicket = Parameters<typeof activitiesOf>[2]

/** A write of a ticket, as far as activities care. `before` is null for a new ticket. */
export interface WrittenTicket {
  readonly before: ActivityTicket | null
  readonly after: ActivityTicket
  readonly comment: { readonly id: number } | null
}

/**
 * Does a ticket's write and, where somebody is to be told of it, notes that in the same transaction. A write of which nobody is told
 * stays as cheap as it is. `idOf` answers the ticket's id, or null when nothing was written.
 * @source docs/reference/other.md §2
 */
export async function recordActivities<Written>(
  ctx: Context,
  { before, after, comment }: WrittenTicket,
  write: (ctx: Context) => Promise<Written>,
  idOf: (written: Written) => number | null,
): Promise<Written> {
  const noted = activitiesOf(ctx.actor.id, before, after, comment?.id ?? null)
  if (noted.length === 0) return write(ctx)
  return inTransaction(ctx, async (tx) => {
    const written = await write(tx)
    const ticketId = idOf(written)
    if (ticketId !== null) await insertActivities(tx, ticketId, noted)
    return written
  })
}
