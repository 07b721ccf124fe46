/** Deactivates API tokens, for every act and job that ends one. */
import { credentialsTopic } from '#auth/credentials.ts'
import type { Context } from '#core/context.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { stateRefusal } from '../access_requests/steps.ts'
import { lockAccessRequest } from '../access_requests/store.ts'
import { takeSystemStep } from '../access_requests/take_step.ts'
import { activeApiTokensOf, type ApiTokenRow, findApiToken, findApiTokenForUpdate, updateApiToken } from './store.ts'
import { withdrawSecretsOf } from './waiting_secret_store.ts'

/**
 * Deactivates an API token: the next call with it is refused, in every process. The access request it was issued for is revoked unless
 * another of its tokens is active, and an unopened one-time secret with its value is withdrawn. Runs inside the caller's transaction; the
 * caller is already authorised. Returns the changed token, or undefined when it is already inactive or deleted.
 * @source docs/reference/specification.md §5.7; docs/reference/access_governance.md §10
 */
export async function deactivateApiToken(tx: Context, id: number, reason: string | null, isIdle = false): Promise<ApiTokenRow | undefined> {
  const seen = await findApiToken(tx, id)
  if (seen === undefined || !seen.active) return undefined
  // lock order: a request before its token
  if (seen.access_request_id !== null) await lockAccessRequest(tx, seen.access_request_id)
  const before = await findApiTokenForUpdate(tx, id)
  if (before === undefined || !before.active) return undefined
  const row = await updateApiToken(tx, id, {
    active: false,
    deactivated_at: tx.now.toISOString(),
    deactivation_reason: reason,
    idle_at: isIdle ? tx.now.toISOString() : null,
  })
  await recordAudit(tx, {
    action: 'update',
    source_type: 'apitoken',
    source_id: id,
    source_label: before.description,
    change_description: reason === null ? 'Deactivated' : `Deactivated: ${reason}`,
    details: { visible_token: before.visible_token, access_request_id: before.access_request_id },
  })
  await withdrawSecrets(tx, before)
  if (before.access_request_id !== null) await revokeRequest(tx, before.access_request_id, reason)
  await tx.services.cache.invalidate(tx.db, credentialsTopic(tx.account.id))
  return row
}

async function withdrawSecrets(tx: Context, { id, access_request_id }: ApiTokenRow): Promise<void> {
  for (const secret of await withdrawSecretsOf(tx, id)) {
    const { sender_id, reader_id } = secret
    await recordAudit(tx, {
      action: 'update',
      source_type: 'shared_secret',
      source_id: secret.id,
      source_label: secret.label,
      change_description: 'Withdrawn before it was read: the API token in it was deactivated',
      details: { sender_id, reader_id, access_request_id, api_token_id: id },
    })
  }
}

async function revokeRequest(tx: Context, access_request_id: number, reason: string | null): Promise<void> {
  if ((await activeApiTokensOf(tx, { access_request_id })).length > 0) return
  const request = await lockAccessRequest(tx, access_request_id)
  if (stateRefusal('revoke', request, tx.now) !== undefined) return
  await takeSystemStep(tx, request, 'revoke', { body: reason ?? 'Its API token was deactivated' })
}

/** Deactivates every active token of an access request or an integration, and returns the tokens that were active. */
export async function deactivateApiTokensOf(
  tx: Context,
  owner: { access_request_id: number } | { integration_id: number },
  reason: string,
): Promise<readonly ApiTokenRow[]> {
  const tokens = await activeApiTokensOf(tx, owner)
  for (const { id } of tokens) await deactivateApiToken(tx, id, reason)
  return tokens
}
