/** The test call of a webhook, saved or not. It is no invocation and is not logged. */
import { makeSecret } from '../../../auth/secrets.ts'
import type { Context } from '../../../context.ts'
import { BadRequest, refuseInvalid } from '../../../errors.ts'
import { machineNow } from '../../../lib/clock.ts'
import { makeUlid } from '../../../lib/ulid.ts'
import { requirePermission } from '../../../permissions/permissions.ts'
import { mayCall } from './addresses.ts'
import { checkCallee } from './check.ts'
import { type Content, type LoggedMessage, requestOf } from './delivery/request.ts'
import { sendRequest } from './delivery/send.ts'
import { BLANK, type Callee, calleeOf } from './draft.ts'
import type { TestInput } from './schema.ts'
import { openWebhookSecrets, type WebhookSecrets } from './secrets.ts'
import { getSealedWebhook } from './store.ts'

/** The answer of the receiver. */
export interface TestResult {
  readonly status_code: number
  readonly answer: LoggedMessage
}

async function webhookOf(ctx: Context, id: string): Promise<Callee & WebhookSecrets> {
  const row = await getSealedWebhook(ctx, id)
  return { ...row, ...openWebhookSecrets(ctx, row) }
}

function contentOf({ payload, query_parameters = [] }: TestInput, isBodiless: boolean): Content {
  if (isBodiless) return { params: query_parameters.map(({ key = '', value }) => [key, value ?? ''] as const) }
  return { body: typeof payload === 'string' ? payload : payload === undefined || payload === null ? '' : JSON.stringify(payload) }
}

/**
 * Calls a receiver once and returns its answer. With a webhook, what is not sent is taken of it; a credential of the webhook goes to its own
 * host only.
 * @throws Forbidden @throws NotFound @throws RecordInvalid @throws BadRequest when there is no answer
 * @source docs/reference/webhooks.md §1
 */
export async function tryWebhook(ctx: Context, input: TestInput, webhookId?: string): Promise<TestResult> {
  requirePermission(ctx, 'webhook.manage')
  const webhook = webhookId === undefined ? undefined : await webhookOf(ctx, webhookId)
  const callee = calleeOf(webhook ?? { ...BLANK, http_method: 'POST', request_format: 'json' }, input)
  refuseInvalid({ ...checkCallee(callee, mayCall(ctx)), ...foreignCredential(webhook, callee, input) })
  const content = contentOf(input, callee.http_method === 'GET' || callee.http_method === 'DELETE')
  const outcome = await sendRequest(
    ctx,
    requestOf(callee, content, {
      signing_secret: webhook?.signing_secret ?? makeSecret('dhw'),
      account_id: ctx.account.id,
      webhook_id: webhookId,
      invocation_id: makeUlid(ctx.now),
      now: machineNow(),
    }),
  )
  if (outcome.kind !== 'answered') throw new BadRequest('WebhookTestFailed', outcome.sentence)
  return outcome
}

/** A stored credential must not be sent to an address that only the test names: who may test would learn it. */
function foreignCredential(webhook: Callee | undefined, callee: Callee, { authentication }: TestInput) {
  const isStored = webhook !== undefined && webhook.credential !== null && callee.credential === webhook.credential
  const isSent = authentication?.data !== undefined && Object.keys(authentication.data).length > 0
  if (!isStored || isSent || new URL(webhook.endpoint).origin === URL.parse(callee.endpoint)?.origin) return {}
  const description = 'Authentication: must be sent, since the endpoint is not that of the webhook'
  return { authentication: [{ description, error: 'InvalidValue' }] }
}
