/** The job that calls a webhook once. Whatever the receiver does is noted in the log; a further attempt is a further job. */
import { type Context, inTransaction } from '#core/context.ts'
import { machineNow } from '#lib/clock.ts'
import { makeUlid } from '#lib/ulid.ts'
import { openWebhookSecrets } from '../secrets.ts'
import { tellCircuitOpened } from './alert.ts'
import { claimTrial, countCall } from './circuit_store.ts'
import { enqueueDeliveries } from './enqueue.ts'
import { beginAttempt, findInvocation, finishAttempt, leaveUnsent, type WaitingInvocation } from './invocation_store.ts'
import { toLoggedRequest, type OutgoingRequest, requestOf } from './request.ts'
import { type Outcome, sendRequest } from './send.ts'
import { verdictOf } from './verdict.ts'

/** The payload of the job. */
export interface Delivery {
  readonly invocation_id: string
}

/**
 * Calls a webhook, unless the call is done already or its webhook is no longer there. When a worker is killed meanwhile, the queue runs the
 * job again: the receiver may get the call twice, with the same invocation id, and the attempt that was cut off is `terminated`.
 * @source docs/reference/webhooks.md §3, §4
 */
export async function deliverWebhook(ctx: Context, { invocation_id }: Delivery): Promise<void> {
  const found = await findInvocation(ctx, invocation_id)
  if (found === undefined || found.status !== 'pending') return
  const attemptId = makeUlid(machineNow())
  if (found.webhook.status !== 'active') return leaveUnsent(ctx, invocation_id, attemptId, 'terminated')
  if (await isOpen(ctx, found)) return leaveUnsent(ctx, invocation_id, attemptId, 'circuit broken')
  const request = signedRequest(ctx, invocation_id, found)
  await beginAttempt(ctx, attemptId, invocation_id, toLoggedRequest(request, found.webhook))
  const outcome = await sendRequest(ctx, request)
  await settle(ctx, { invocation_id, attemptId, found, outcome })
}

/** True if the circuit is open, and this is not the call that tries. */
async function isOpen(ctx: Context, { webhook, retry_at }: WaitingInvocation): Promise<boolean> {
  if (retry_at === null) return false
  const now = machineNow()
  return retry_at > now.toISOString() || !(await claimTrial(ctx, webhook.id, retry_at, now))
}

function signedRequest(ctx: Context, invocation_id: string, { webhook, content, replay_of }: WaitingInvocation): OutgoingRequest {
  const { signing_secret, credential } = openWebhookSecrets(ctx, webhook)
  const signature = { signing_secret, account_id: ctx.account.id, webhook_id: webhook.id, invocation_id, replay_of, now: machineNow() }
  return requestOf({ ...webhook, credential }, content, signature)
}

interface Attempted {
  readonly invocation_id: string
  readonly attemptId: string
  readonly found: WaitingInvocation
  readonly outcome: Outcome
}

/** Notes the outcome, counts it for the circuit, and queues the next attempt if there is one: all or nothing. */
async function settle(ctx: Context, { invocation_id, attemptId, found, outcome }: Attempted): Promise<void> {
  const now = machineNow()
  const { status, retry_seconds } = verdictOf(outcome, found.tries, now.getTime())
  const isAnswered = outcome.kind === 'answered'
  await inTransaction(ctx, async (tx) => {
    await finishAttempt(tx, invocation_id, attemptId, {
      status,
      status_code: isAnswered ? outcome.status_code : null,
      response: isAnswered ? outcome.answer : { headers: [], payload: outcome.sentence },
      next: retry_seconds === null ? status : 'pending',
    })
    if (retry_seconds !== null) await enqueueDeliveries(tx, [{ id: invocation_id, webhook_id: found.webhook.id }], retry_seconds)
    if (await countCall(tx, found.webhook.id, status !== 'success', now)) await tellCircuitOpened(tx, found.webhook)
  })
}
