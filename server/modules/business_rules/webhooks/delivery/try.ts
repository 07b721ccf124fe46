/** The test call of a webhook, saved or not. It is no invocation and is not logged. */
import type { Context } from '#core/context.ts'
import { BadRequest } from '#core/errors.ts'
import { machineNow } from '#lib/clock.ts'
import { makeUlid } from '#lib/ulid.ts'
import type { TestInput } from '../schema.ts'
import { trialOf } from '../trial.ts'
import { type Content, type LoggedMessage, requestOf } from './request.ts'
import { sendRequest } from './send.ts'

/** The answer of the receiver. */
interface TestResult {
  readonly status_code: number
  readonly answer: LoggedMessage
}

function contentOf({ payload, query_parameters = [] }: TestInput, isBodiless: boolean): Content {
  if (isBodiless) return { params: query_parameters.map(({ key = '', value }) => [key, value ?? ''] as const) }
  return { body: typeof payload === 'string' ? payload : payload === undefined || payload === null ? '' : JSON.stringify(payload) }
}

/**
 * Calls a receiver once and returns its answer. With a webhook, what is not sent is taken of it.
 * @throws Forbidden @throws NotFound @throws RecordInvalid @throws BadRequest when there is no answer
 * @source docs/reference/webhooks.md §1
 */
export async function tryWebhook(ctx: Context, input: TestInput, webhook_id?: string): Promise<TestResult> {
  const { callee, signing_secret } = await trialOf(ctx, input, webhook_id)
  const content = contentOf(input, callee.http_method === 'GET' || callee.http_method === 'DELETE')
  const signature = { signing_secret, account_id: ctx.account.id, webhook_id, invocation_id: makeUlid(ctx.now), now: machineNow() }
  const outcome = await sendRequest(ctx, requestOf(callee, content, signature))
  if (outcome.kind !== 'answered') throw new BadRequest('WebhookTestFailed', outcome.sentence)
  return outcome
}
