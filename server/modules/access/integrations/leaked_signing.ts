/** Finds and removes leaked signing secrets. */
import { CannotOpen } from '#auth/cipher.ts'
import { hashSecret, sameHash } from '#core/secrets.ts'
import type { Context } from '#core/context.ts'
import { isSigningSecret } from '#modules/business_rules/webhooks/signing_secret.ts'
import { lockAccessRequest } from '../access_requests/store.ts'
import { burnSharedSecret } from '../shared_secrets/burn.ts'
import { openSecrets, sealSecrets } from './sealed.ts'
import { listSealedIntegrations, type SealedIntegration } from './signing_store.ts'
import { lockIntegration, updateIntegration } from './store.ts'
import { silenceWebhook } from './webhook.ts'

/** An integration whose signing secret is among the given texts. `hash` is the hash of the secret. */
export interface FoundSigningSecret extends SealedIntegration {
  readonly hash: Buffer
}

/**
 * The integrations whose signing secret is among these texts. Signing secrets are stored sealed, not as hashes, so all are opened and
 * compared, but only if a text has the form of a signing secret: other reports cost nothing.
 */
export async function findSigningSecrets(ctx: Context, texts: readonly string[]): Promise<FoundSigningSecret[]> {
  const hashes = texts.filter(isSigningSecret).map((text) => hashSecret(ctx.services.pepper, text))
  if (hashes.length === 0) return []
  const found: FoundSigningSecret[] = []
  for (const integration of await listSealedIntegrations(ctx)) {
    const own = await signingHash(ctx, integration)
    if (own !== undefined && hashes.some((hash) => sameHash(hash, own))) found.push({ ...integration, hash: own })
  }
  return found
}

/** The hash of an integration's signing secret; undefined when it has none. */
async function signingHash(ctx: Context, integration: { id: number; access_request_id: number }): Promise<Buffer | undefined> {
  try {
    const { signing_secret } = await openSecrets(ctx, integration)
    return signing_secret === undefined ? undefined : hashSecret(ctx.services.pepper, signing_secret)
  } catch (error) {
    // sealed under another pepper: no one can sign with it here, and the search must continue with the others
    if (error instanceof CannotOpen) return undefined
    throw error
  }
}

/**
 * Removes a signing secret from its integration, which has none until an engineer rotates its credentials. An unopened one-time secret with
 * it is destroyed. Runs inside the caller's transaction. Does nothing if the signing secret was already replaced.
 */
export async function dropSigningSecret(tx: Context, id: number, hash: Buffer, reason: string): Promise<void> {
  const row = await lockIntegration(tx, id)
  await lockAccessRequest(tx, row.access_request_id)
  const own = await signingHash(tx, row)
  if (own === undefined || !sameHash(own, hash)) return
  if (row.shared_secret_id !== null) await burnSharedSecret(tx, row.shared_secret_id, reason)
  await removeSigningSecret(tx, row)
}

/**
 * Removes the signing secret from an integration that the transaction has locked, and deactivates its webhook; false when it has none that can
 * be opened here.
 */
export async function removeSigningSecret(tx: Context, row: { id: number; access_request_id: number }): Promise<boolean> {
  if ((await signingHash(tx, row)) === undefined) return false
  const { signing_secret: _leaked, ...others } = await openSecrets(tx, row)
  await updateIntegration(tx, row.id, { sealed: sealSecrets(tx, row.access_request_id, others) })
  await silenceWebhook(tx, row.id)
  return true
}
