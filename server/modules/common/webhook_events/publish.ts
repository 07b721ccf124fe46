// EVENTS FOR WEBHOOKS: what has happened to a person, an organization or a ticket, for the webhooks that subscribe to it.
// Not here: which events a change means (beside the write of each domain), webhooks and calling them (business_rules/webhooks/).
import { randomUUID } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { enqueue } from '#queue/enqueue.ts'
import { wireTime } from '#lib/clock.ts'
import { PREFIX } from './event_types.ts'
import { findSubscribedTypes } from './subscription_store.ts'

/** What has happened. `type` without its prefix: `user.created`. */
export interface EventDraft {
  readonly type: string
  readonly event: object
}

/** What it has happened to, as it is afterwards. */
export interface EventSubject {
  readonly domain: 'user' | 'organization' | 'ticket'
  readonly id: number
  readonly detail: object
}

/** An event as the job that hands it to webhooks takes it. */
export interface PublishedEvent {
  readonly id: string
  readonly type: string
  readonly body: string
}

/** True if a webhook wants some event of this domain: otherwise what an event needs is not read. */
export async function wantsEventsOf(ctx: Context, domain: EventSubject['domain']): Promise<boolean> {
  return (await findSubscribedTypes(ctx)).some((type) => type.startsWith(`${PREFIX}${domain}.`))
}

/** Those of the events that some webhook of the account wants. Where webhooks want none of any kind, `listEvents` is not called. */
export async function pickWantedEvents(ctx: Context, listEvents: () => readonly EventDraft[]): Promise<readonly EventDraft[]> {
  const wanted = await findSubscribedTypes(ctx)
  return wanted.length === 0 ? [] : listEvents().filter(({ type }) => wanted.includes(PREFIX + type))
}

/** Publishes what has happened, inside the caller's transaction; nothing where no webhook wants it. */
export async function publishEvents(tx: Context, subject: EventSubject, listEvents: () => readonly EventDraft[]): Promise<void> {
  const events = await pickWantedEvents(tx, listEvents)
  if (events.length > 0) await enqueueEvents(tx, subject, events)
}

/**
 * Queues the job that hands these events, which are wanted, to webhooks: inside the caller's transaction.
 * @source docs/reference/webhooks.md §5
 */
export async function enqueueEvents(tx: Context, { domain, id, detail }: EventSubject, drafts: readonly EventDraft[]): Promise<void> {
  const events = drafts.map(({ type, event }): PublishedEvent => {
    const eventId = randomUUID()
    const body = {
      account_id: tx.account.id,
      detail,
      event,
      id: eventId,
      subject: `zen:${domain}:${id}`,
      time: wireTime(tx.now.toISOString()),
      type: PREFIX + type,
      zendesk_event_version: '2022-11-06',
    }
    return { id: eventId, type: PREFIX + type, body: JSON.stringify(body) }
  })
  await enqueue(tx, 'publish_events', { events })
}
