/** Causes calls of webhooks: each is a row of the log and a job, in the transaction of what causes it. */
import type { Context } from '#core/context.ts'
import { enqueueAll } from '#queue/enqueue.ts'
import { machineNow } from '#lib/clock.ts'
import { makeUlid } from '#lib/ulid.ts'
import { type InvocationKey, insertInvocations, type NewInvocation } from './invocation_store.ts'
import type { Pairs } from './request.ts'

/** A call that a rule asks for. `body` is text in the format of the webhook, `params` pairs for a webhook without a body. */
export interface WebhookCall {
  readonly webhook_id: string
  readonly body?: string
  readonly params?: Pairs
  /** The ticket it is about. */
  readonly ticket_id?: number | null
}

/** A job may fail for reasons of ours only: what the receiver does is an outcome. */
export const DELIVERY_TRIES = 25

/** Writes invocations of active webhooks with a job for each; returns their ids. Inside the caller's transaction. */
export async function enqueueInvocations(tx: Context, given: readonly Omit<NewInvocation, 'id'>[]): Promise<string[]> {
  if (given.length === 0) return []
  // by the machine's clock: the clock of an instance may stand still, and the log is sorted by ids
  const made = await insertInvocations(
    tx,
    given.map((one) => ({ ...one, id: makeUlid(machineNow()) })),
  )
  await enqueueDeliveries(tx, made)
  return made.map(({ id }) => id)
}

/** Queues an attempt of each invocation, after a pause if there is one. */
export function enqueueDeliveries(tx: Context, invocations: readonly InvocationKey[], delay_seconds = 0): Promise<void> {
  const jobs = invocations.map(({ id, webhook_id }) => ({ payload: { invocation_id: id }, receiver: `webhook:${webhook_id}` }))
  return enqueueAll(tx, 'deliver_webhook', jobs, { max_attempts: DELIVERY_TRIES, delay_seconds })
}

/**
 * Has a webhook called once the transaction is committed; returns the id of the invocation, which the receiver gets too. Null when the
 * webhook is not there or inactive.
 * @source docs/reference/webhooks.md §2, §3
 */
export async function enqueueWebhook(tx: Context, { webhook_id, body, params, ticket_id }: WebhookCall): Promise<string | null> {
  const content = params === undefined ? { body: body ?? '' } : { params }
  const [id = null] = await enqueueInvocations(tx, [{ webhook_id, content, ticket_id: ticket_id ?? null }])
  return id
}
