/** Invalidates the credentials of an integration that a compromised one-time secret contained. */
import { credentialsTopic } from '#auth/credentials.ts'
import type { Context } from '#core/context.ts'
import { toDate } from '#lib/clock.ts'
import { findAccessRequest } from '../access_requests/store.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { invalidateClientSecret, invalidateEarlierSecret } from '../oauth_tokens/disarm.ts'
import { getOAuthClient } from '../oauth_clients/store.ts'
import { findSharedSecret, type SharedSecretRow } from '../shared_secrets/store.ts'
import { removeSigningSecret } from './leaked_signing.ts'
import { listOwned, type OwnedCredential } from './owned_store.ts'
import { type IntegrationRow, lockIntegration } from './store.ts'

/** Locks the integration whose credentials a one-time secret contains or contained, before other locks; undefined when there is none. */
export async function lockIntegrationOf(tx: Context, secret: SharedSecretRow): Promise<IntegrationRow | undefined> {
  if (secret.access_request_id === null || secret.api_token_id !== null) return undefined
  const id = (await findAccessRequest(tx, secret.access_request_id))?.integration_id ?? null
  return id === null ? undefined : lockIntegration(tx, id)
}

/**
 * Invalidates the credentials in a one-time secret of an integration locked by {@link lockIntegrationOf}: the secret of its OAuth client
 * with all tokens granted by it, or its signing secret. If they were rotated since, only what still works of the old ones is invalidated.
 * Returns what was done as a sentence for people; undefined when none of the credentials worked any more.
 */
export async function invalidateSecretOfIntegration(
  tx: Context,
  integration: IntegrationRow,
  secret: SharedSecretRow,
  reason: string,
): Promise<string | undefined> {
  const newer = integration.shared_secret_id === secret.id ? undefined : await findSharedSecret(tx, integration.shared_secret_id ?? 0)
  const done: string[] = []
  for (const client of await listOwned(tx, [integration.id]))
    if (client.type === 'oauth_client' && client.user_id === integration.bot_user_id && (await disarmOwned(tx, client, newer))) {
      await audit(
        tx,
        'oauth_client',
        client.id,
        client.label,
        `The client secret in it was invalidated, with the tokens granted by it: ${reason}`,
      )
      done.push('The OAuth client secret in it and all tokens granted by it no longer work.')
    }
  if (newer === undefined && (await removeSigningSecret(tx, integration))) {
    await audit(tx, 'integration', integration.id, integration.name, `Its signing secret was removed: ${reason}`)
    done.push('The signing secret in it no longer works.')
  }
  if (done.length === 0) return undefined
  await tx.services.cache.invalidate(tx.db, credentialsTopic(tx.account.id))
  return `${done.join(' ')} An engineer makes new credentials at the access request.`
}

async function disarmOwned(tx: Context, { id }: OwnedCredential, newer: SharedSecretRow | undefined): Promise<boolean> {
  if (newer === undefined) {
    await invalidateClientSecret(tx, id)
    return true
  }
  const end = (await getOAuthClient(tx, id)).previous_secret_expires_at
  if (end === null || toDate(end) <= tx.now) return false
  await invalidateEarlierSecret(tx, id, newer.created_at)
  return true
}

function audit(tx: Context, source_type: string, source_id: number, source_label: string, change_description: string): Promise<void> {
  return recordAudit(tx, { action: 'update', source_type, source_id, source_label, change_description, details: {} })
}
