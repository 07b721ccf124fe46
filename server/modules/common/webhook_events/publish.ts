// EVENTS FOR WEBHOOKS: what has happened to a person, an organization or a ticket, for the webhooks that subscribe to it.
// Not here: which events a change means (beside the write of each domain), webhooks and calling them (business_rules/webhooks/).
import { randomUUID } from 'node:crypto'
import { type Context, inTransaction } from '#core/context.ts'
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

/**
 * Writes, and publishes what has happened in the same transaction. Where no webhook of the account wants any of it, nothing but the write is
 * done. `eventsOf` returns the events as far as they are known before the write, `subjectOf` null when nothing was written.
 * @source docs/reference/webhooks.md §5
 */
export async function writeAndPublish<Written>(
  ctx: Context,
  write: (tx: Context) => Promise<Written>,
  eventsOf: () => readonly EventDraft[],
  subjectOf: (written: Written) => EventSubject | null,
): Promise<Written> {
  const wanted = await findSubscribedTypes(ctx)
  const events = wanted.length === 0 ? [] : eventsOf().filter(({ type }) => wanted.includes(PREFIX + type))
  if (events.length === 0) return write(ctx)
  return inTransaction(ctx, async (tx) => {
    const written = await write(tx)
    const subject = subjectOf(written)
    if (subject !== null) await enqueueEvents(tx, subject, events)
    return written
  })
}

/** True if a webhook wants some event of this domain: otherwise what an event needs is not read. */
export async function wantsEventsOf(ctx: Context, domain: EventSubject['domain']): Promise<boolean> {
  return (await findSubscribedTypes(ctx)).some((type) => type.startsWith(`${PREFIX}${domain}.`))
}

/** Publishes what has happened, inside the caller's transaction; nothing where no webhook wants it. */
export async function publishEvents(tx: Context, subject: EventSubject, eventsOf: () => readonly EventDraft[]): Promise<void> {
  const wanted = await findSubscribedTypes(tx)
  if (wanted.length === 0) return
  const events = eventsOf().filter(({ type }) => wanted.includes(PREFIX + type))
  if (events.length > 0) await enqueueEvents(tx, subject, events)
}

async function enqueueEvents(tx: Context, { domain, id, detail }: EventSubject, drafts: readonly EventDraft[]): Promise<void> {
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
