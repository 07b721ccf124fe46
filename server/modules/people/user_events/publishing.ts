// EVENTS OF USERS: what a write changes of a user, published to webhooks. @source docs/reference/webhooks.md §5
// Not here: handing events to webhooks (common/webhook_events/), the writes themselves (the resources that call this).
import type { Context } from '#core/context.ts'
import { type EventDraft, publishEvents, wantsEventsOf } from '#modules/common/webhook_events/publish.ts'
import { userEvents, userSubject } from './events.ts'
import { findEventUser } from './store.ts'

/**
 * Does a write that concerns a user, and publishes what it has changed of them and what has happened `besides`. Where no webhook wants
 * events of users, nothing but the write is done. `tx` must be a transaction.
 */
export async function writeAndPublishUser<Result>(
  tx: Context,
  id: number,
  write: () => Promise<Result>,
  besides: readonly EventDraft[] = [],
): Promise<Result> {
  if (!(await wantsEventsOf(tx, 'user'))) return write()
  const before = await findEventUser(tx, id)
  const result = await write()
  const after = await findEventUser(tx, id)
  if (before !== undefined && after !== undefined)
    await publishEvents(tx, userSubject(after), () => [...besides, ...userEvents(before, after)])
  return result
}
