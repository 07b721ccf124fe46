/** Calls targets: a job in the transaction of what causes it, with the retries of webhooks. Failures are kept, successes are not. */
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { enqueueAll } from '#queue/enqueue.ts'
import { machineNow } from '#lib/clock.ts'
import { sendMail } from '#modules/common/mails/send.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import { targetNotified } from '#modules/common/mails/templates/webhooks.ts'
import { DELIVERY_TRIES } from '../webhooks/delivery/enqueue.ts'
import type { OutgoingRequest, Pairs } from '../webhooks/delivery/request.ts'
import { type Outcome, sendRequest } from '../webhooks/delivery/send.ts'
import { verdictOf } from '../webhooks/delivery/verdict.ts'
import { endFailures, insertTargetFailure } from './failure_store.ts'
import { targetRequest } from './request.ts'
import { targetSecrets } from './secrets.ts'
import { getTarget, type TargetRow } from './store.ts'

/** A call that a rule asks for. */
export interface TargetCall {
  readonly target_id: number
  /** The text of the rule's action, or its pairs of names and values. */
  readonly message: string | Pairs
  readonly ticket_id?: number | null
  /** Members of the target whose placeholders the caller has replaced. */
  readonly rendered?: { readonly target_url?: string; readonly subject?: string }
}

/** The payload of the job. `tries`: attempts that have ended before. */
type TargetDelivery = TargetCall & { readonly tries: number }

async function findTarget(ctx: Context, id: number): Promise<TargetRow | undefined> {
  try {
    const row = await getTarget(ctx, id)
    return row.active ? row : undefined
  } catch (error) {
    // deleted since the rule was saved
    if (error instanceof NotFound) return undefined
    throw error
  }
}

/** Has a target called once the transaction is committed; false when it is not there or inactive. @source docs/reference/other.md §1 */
export async function enqueueTarget(tx: Context, call: TargetCall): Promise<boolean> {
  if ((await findTarget(tx, call.target_id)) === undefined) return false
  await enqueueDelivery(tx, { ...call, tries: 0 })
  return true
}

function enqueueDelivery(tx: Context, delivery: TargetDelivery, delay_seconds = 0): Promise<void> {
  const job = { payload: delivery, receiver: `target:${delivery.target_id}` }
  return enqueueAll(tx, 'deliver_target', [job], { max_attempts: DELIVERY_TRIES, delay_seconds })
}

/** The job: calls a target once, and queues the next attempt where one helps. @source docs/reference/other.md §1 */
export async function deliverTarget(ctx: Context, delivery: TargetDelivery): Promise<void> {
  const target = await findTarget(ctx, delivery.target_id)
  if (target === undefined) return
  if (target.type === 'email_target') return mailTarget(ctx, target, delivery)
  const request = targetRequest(target, targetSecrets(ctx, target), delivery)
  if (typeof request === 'string')
    return insertTargetFailure(ctx, target.id, { status_code: null, raw_request: null, raw_response: request })
  await handleOutcome(ctx, delivery, request, await sendRequest(ctx, request))
}

async function mailTarget(ctx: Context, { settings }: TargetRow, { message, ticket_id = null, rendered }: TargetDelivery): Promise<void> {
  const text = typeof message === 'string' ? message : message.map((pair) => pair.join(': ')).join('\n')
  const mail = writeMail(targetNotified, { headline: rendered?.subject ?? String(settings.subject ?? ''), message: text })
  await inTransaction(ctx, (tx) => sendMail(tx, { ...mail, to: String(settings.email ?? ''), ticket_id }))
}

/** Ends the failures of a target that was called, queues the next attempt, or records the failure. */
async function handleOutcome(ctx: Context, delivery: TargetDelivery, request: OutgoingRequest, outcome: Outcome): Promise<void> {
  const { target_id, tries } = delivery
  const { status, retry_seconds } = verdictOf(outcome, tries, machineNow().getTime())
  if (status === 'success') return endFailures(ctx, target_id)
  if (retry_seconds !== null) return enqueueDelivery(ctx, { ...delivery, tries: tries + 1 }, retry_seconds)
  const isAnswered = outcome.kind === 'answered'
  await insertTargetFailure(ctx, target_id, {
    status_code: isAnswered ? outcome.status_code : null,
    raw_request: rawRequest(request),
    raw_response: isAnswered ? outcome.answer.payload : outcome.sentence,
  })
}

/** A request as text, without its credentials. */
function rawRequest({ method, url, headers, body }: OutgoingRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${name === 'authorization' ? '[hidden]' : value}`)
  return [`${method} ${url}`, ...lines, '', body ?? ''].join('\n').slice(0, 32_768)
}
