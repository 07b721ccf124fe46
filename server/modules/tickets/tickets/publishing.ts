/** Publishes what happens to a ticket other than by a write of its members. @source docs/reference/webhooks.md §5 */
import type { Context } from '#core/context.ts'
import { makeUlid } from '#lib/ulid.ts'
import { type EventDraft, publishEvents, wantsEventsOf } from '#modules/common/webhook_events/publish.ts'
import type { TicketRow } from './row.ts'
import { findTicketRow } from './store.ts'
import { addSequence, ticketSubject } from './event_values.ts'

/** Publishes what has happened to a ticket, inside the caller's transaction; `ticket` as it is afterwards. */
export async function publishTicketEvents(tx: Context, ticket: TicketRow, events: readonly EventDraft[]): Promise<void> {
  await publishEvents(tx, ticketSubject(tx.actor.id, ticket), () => addSequence(makeUlid(tx.now), events))
}

/** The same for a ticket of which only the id is known; it is read where a webhook wants events of tickets. */
export async function publishEventsOfTicket(tx: Context, id: number, events: readonly EventDraft[]): Promise<void> {
  if (!(await wantsEventsOf(tx, 'ticket'))) return
  const ticket = await findTicketRow(tx, id)
  if (ticket !== undefined) await publishTicketEvents(tx, ticket, events)
}
