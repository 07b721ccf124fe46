/** Finds and replaces leaked signing secrets of webhooks. Those of integrations are found with their integrations. */
import { CannotOpen } from '#auth/cipher.ts'
import { hashSecret, sameHash } from '#core/secrets.ts'
import type { Context } from '#core/context.ts'
import { listSigningWebhooks, type SigningWebhook } from './leaked_store.ts'
import { replaceSigningSecret } from './record.ts'
import { openWebhookSecrets } from './secrets.ts'
import { isSigningSecret } from './signing_secret.ts'
import { findLockedWebhook } from './store.ts'

/** A webhook whose signing secret is among the given texts. `hash` is the hash of the secret. */
export interface FoundWebhook extends Omit<SigningWebhook, 'secrets'> {
  readonly hash: Buffer
}

/**
 * The webhooks whose signing secret is among these texts. Signing secrets are stored sealed, not as hashes, so all are opened and compared, but
 * only if a text has the form of a signing secret.
 */
export async function findLeakedWebhooks(ctx: Context, texts: readonly string[]): Promise<FoundWebhook[]> {
  const hashes = texts.filter(isSigningSecret).map((text) => hashSecret(ctx.services.pepper, text))
  if (hashes.length === 0) return []
  const found: FoundWebhook[] = []
  for (const { secrets, ...webhook } of await listSigningWebhooks(ctx)) {
    const hash = signingHash(ctx, { id: webhook.id, secrets })
    if (hash !== undefined && hashes.some((each) => sameHash(each, hash))) found.push({ ...webhook, hash })
  }
  return found
}

/** The hash of a signing secret; undefined when it cannot be opened here. */
function signingHash(ctx: Context, webhook: Pick<SigningWebhook, 'id' | 'secrets'>): Buffer | undefined {
  try {
    return hashSecret(ctx.services.pepper, openWebhookSecrets(ctx, webhook).signing_secret)
  } catch (error) {
    // sealed under another pepper: no one can sign with it here, and the search must continue with the others
    if (error instanceof CannotOpen) return undefined
    throw error
  }
}

/** Replaces a leaked signing secret inside the caller's transaction, unless it has been replaced, or its webhook deleted, meanwhile. */
export async function replaceLeakedSecret(tx: Context, id: string, hash: Buffer): Promise<void> {
  const row = await findLockedWebhook(tx, id)
  const own = row && signingHash(tx, row)
  if (row !== undefined && own !== undefined && sameHash(own, hash)) await replaceSigningSecret(tx, row)
}
