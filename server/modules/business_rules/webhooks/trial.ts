/** What the test call of a webhook is made with: the request, and the webhook where nothing is sent. */
import type { Context } from '../../../context.ts'
import { refuseInvalid } from '../../../errors.ts'
import { requirePermission } from '../../../permissions/permissions.ts'
import { mayCall } from './addresses.ts'
import { checkCallee } from './check.ts'
import { BLANK, type Callee, calleeOf, sentSecret } from './draft.ts'
import type { TestInput } from './schema.ts'
import { openWebhookSecrets, type WebhookSecrets } from './secrets.ts'
import { makeSigningSecret } from './signing_secret.ts'
import { getSealedWebhook, type SealedWebhookRow } from './store.ts'

type Tested = Callee & WebhookSecrets & Pick<SealedWebhookRow, 'integration_id'>

async function webhookOf(ctx: Context, id: string): Promise<Tested> {
  const row = await getSealedWebhook(ctx, id)
  return { ...row, ...openWebhookSecrets(ctx, row) }
}

/**
 * Whom a test calls and how. A credential of the webhook goes to its own host only, and the signing secret of an integration signs only what
 * goes to its address.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 * @source docs/reference/webhooks.md §1
 */
export async function trialOf(ctx: Context, input: TestInput, webhookId?: string): Promise<{ callee: Callee; signing_secret: string }> {
  requirePermission(ctx, 'webhook.manage')
  const webhook = webhookId === undefined ? undefined : await webhookOf(ctx, webhookId)
  const given = calleeOf(webhook ?? { ...BLANK, http_method: 'POST', request_format: 'json' }, input)
  refuseInvalid(checkCallee(given, mayCall(ctx)))
  const callee = isForeign(webhook, given, input) ? { ...given, authentication: null, credential: null } : given
  return { callee, signing_secret: signingSecretOf(webhook, callee) }
}

/**
 * The secret that signs a test. The receiver of an integration accepts each signature by its secret, so a test of another address is signed with
 * a secret of its own.
 */
function signingSecretOf(webhook: Tested | undefined, callee: Callee): string {
  const isOther = webhook === undefined || (webhook.integration_id !== null && webhook.endpoint !== callee.endpoint)
  return isOther ? makeSigningSecret() : webhook.signing_secret
}

/** True if a stored credential would go to an address that only the test names: who may test would learn it. */
function isForeign(webhook: Callee | undefined, callee: Callee, { authentication }: TestInput): boolean {
  const isSent = typeof sentSecret(callee.authentication?.type ?? '', authentication) === 'string'
  return (
    webhook !== undefined && callee.credential !== null && !isSent && new URL(webhook.endpoint).origin !== new URL(callee.endpoint).origin
  )
}
