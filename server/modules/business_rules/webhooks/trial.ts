/** What the test call of a webhook is made with: the request, and the webhook where nothing is sent. */
import type { Context } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { mayCall } from './addresses.ts'
import { checkCallee } from './check.ts'
import { BLANK, type Callee, calleeOf, readSentSecret } from './draft.ts'
import type { TestInput } from './schema.ts'
import { openWebhookSecrets, type WebhookSecrets } from './secrets.ts'
import { isMoved } from '#lib/origin.ts'
import { makeSigningSecret } from './signing_secret.ts'
import { getSealedWebhook, type SealedWebhookRow } from './store.ts'

type Tested = Callee & WebhookSecrets & Pick<SealedWebhookRow, 'integration_id'>

async function webhookOf(ctx: Context, id: string): Promise<Tested> {
  const row = await getSealedWebhook(ctx, id)
  return { ...row, ...openWebhookSecrets(ctx, row) }
}

/**
 * Whom a test calls and how. Credential and headers of the webhook go to its own origin only, its signing secret signs only what goes there,
 * and that of an integration only what goes to its address.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 * @source docs/reference/webhooks.md §1
 */
export async function trialOf(ctx: Context, input: TestInput, webhookId?: string): Promise<{ callee: Callee; signing_secret: string }> {
  requirePermission(ctx, 'webhook.manage')
  const webhook = webhookId === undefined ? undefined : await webhookOf(ctx, webhookId)
  const given = calleeOf(webhook ?? { ...BLANK, http_method: 'POST', request_format: 'json' }, input)
  refuseInvalid(checkCallee(given, mayCall(ctx)))
  const isElsewhere = webhook !== undefined && isMoved(webhook.endpoint, given.endpoint)
  const callee = isElsewhere ? withoutKept(given, input) : given
  return { callee, signing_secret: signingSecretOf(webhook, callee) }
}

/**
 * The secret that signs a test. A receiver accepts each signature by its secret, so a test of another origin, or of another address than that of
 * an integration, is signed with a secret of its own.
 */
function signingSecretOf(webhook: Tested | undefined, callee: Callee): string {
  if (webhook === undefined || isMoved(webhook.endpoint, callee.endpoint)) return makeSigningSecret()
  return webhook.integration_id !== null && webhook.endpoint !== callee.endpoint ? makeSigningSecret() : webhook.signing_secret
}

/** A callee without what is kept of the webhook: a caller who tests would learn it. */
function withoutKept(callee: Callee, { authentication, custom_headers }: TestInput): Callee {
  const isSent = typeof readSentSecret(callee.authentication?.type ?? '', authentication) === 'string'
  return {
    ...callee,
    ...(isSent ? {} : { authentication: null, credential: null }),
    ...(custom_headers === undefined ? { custom_headers: {} } : {}),
  }
}
