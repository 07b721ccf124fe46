/** The job that hands events to the webhooks that subscribe to them. */
import { type Context, inTransaction } from '#core/context.ts'
import type { PublishedEvent } from '#modules/common/webhook_events/publish.ts'
import { enqueueInvocations } from './enqueue.ts'
import { findSubscribers } from './invocation_store.ts'

/**
 * Makes an invocation for each event and each active webhook that subscribes to its type. When it runs again, events that a webhook has got
 * already are left out. @source docs/reference/webhooks.md §5
 */
export async function publishToWebhooks(ctx: Context, { events }: { readonly events: readonly PublishedEvent[] }): Promise<void> {
  const types = [...new Set(events.map(({ type }) => type))]
  await inTransaction(ctx, async (tx) => {
    const subscribers = await findSubscribers(tx, types)
    const calls = events.flatMap(({ id, type, body }) =>
      subscribers.filter((one) => one.type === type).map((one) => ({ webhook_id: one.id, content: { body }, event_id: id })),
    )
    await enqueueInvocations(tx, calls)
  })
}
