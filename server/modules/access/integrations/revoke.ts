/** Revokes integrations: their credentials are removed in one act, and the steps for people are on the revocation checklist. */
import { credentialsTopic } from '#auth/credentials.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, refuseInvalid } from '#core/errors.ts'
import { refusalOf } from '../access_requests/steps.ts'
import { lockAccessRequest } from '../access_requests/store.ts'
import { takeSystemStep } from '../access_requests/take_step.ts'
import { deactivateApiTokensOf } from '../api_tokens/deactivate.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { deleteOAuthClient } from '../oauth_clients/store.ts'
import { burnSharedSecret } from '../shared_secrets/burn.ts'
import { checkRemark } from './check.ts'
import { withTick } from './checklist.ts'
import { lastUse } from './health.ts'
import { kindNamed } from './kinds.ts'
import { listOwnedWebhooks, type OwnedWebhook } from '#modules/business_rules/webhooks/owned_store.ts'
import { listOwned, type OwnedCredential } from './owned_store.ts'
import { isUnrevoked, requireVisible } from './people.ts'
import type { RevocationInput } from './schema.ts'
import { type IntegrationRow, lockIntegration, updateIntegration } from './store.ts'
import { completeIntegration } from './tick.ts'
import { endWebhook } from './webhook.ts'

/**
 * Revokes an integration: everything it owns is removed, its access request is revoked, and the remaining steps for people are on its
 * revocation checklist. The caller must confirm with its name, because it cannot be restored as quickly as a token.
 * @throws NotFound
 * @throws Forbidden for anyone but an administrator, an engineer or its requester
 * @throws RecordInvalid without a reason, without the name, or when its revocation has already begun
 * @source docs/reference/specification.md §5.5.2, §5.5.5; docs/reference/access_governance.md §10
 */
export async function revokeIntegration(ctx: Context, id: number, given: RevocationInput): Promise<IntegrationRow> {
  return inTransaction(ctx, (tx) => revokeIn(tx, id, given))
}

/** As {@link revokeIntegration}, inside the caller's transaction. */
export async function revokeIn(tx: Context, id: number, given: RevocationInput): Promise<IntegrationRow> {
  const row = await lockIntegration(tx, id)
  requireVisible(tx, row)
  const request = await lockAccessRequest(tx, row.access_request_id)
  const refusal = refusalOf('revoke', { actor: tx.actor, access: tx.account.settings.access, now: tx.now }, request)
  if (refusal?.because === 'person') throw new Forbidden(refusal.sentence)
  if (!isUnrevoked(row))
    refuseInvalid({ base: [{ description: 'The revocation of the integration has begun already', error: 'InvalidValue' }] })
  const reason = given.reason?.trim() ?? ''
  refuseInvalid({
    ...checkRemark('reason', reason, true),
    ...(given.confirm === row.name
      ? {}
      : {
          confirm: [
            { description: 'Confirm: type the name of the integration as it stands, to confirm its revocation', error: 'InvalidValue' },
          ],
        }),
  })
  return endIntegration(tx, row, reason)
}

/**
 * Removes everything an integration owns and begins its revocation. The caller is already authorised.
 * @throws RecordInvalid when its access request cannot be revoked
 */
export async function endIntegration(tx: Context, row: IntegrationRow, reason: string): Promise<IntegrationRow> {
  // lock order everywhere: integration, request, token, secret
  await lockAccessRequest(tx, row.access_request_id)
  const owned = await listOwned(tx, [row.id])
  const webhooks = await listOwnedWebhooks(tx, [row.id])
  const note = await removeOwned(tx, row, owned, reason)
  await takeSystemStep(tx, { id: row.access_request_id }, 'revoke', { body: reason })
  const tick = { done_at: tx.now.toISOString(), done_by_id: tx.actor.id, note }
  const automatic = kindNamed(row.kind).revocation.filter((step) => step.automatic)
  const ended = await updateIntegration(tx, row.id, {
    state: 'revoking',
    sealed: null,
    revocation_reason: reason,
    last_used_at: lastUse([...owned, ...webhooks], row.last_used_at),
    revocation_steps: automatic.reduce((steps, { key }) => withTick(steps, key, tick), row.revocation_steps),
  })
  await recordAudit(tx, {
    action: 'update',
    source_type: 'integration',
    source_id: row.id,
    source_label: row.name,
    change_description: `Revocation begun: ${reason}`,
    details: { removed: [...owned.map(nameThing), ...webhooks.map(nameThing)], access_request_id: row.access_request_id },
  })
  const settled = await completeIntegration(tx, ended)
  await tx.services.cache.invalidate(tx.db, credentialsTopic(tx.account.id))
  return settled
}

/** What was removed, as the audit log names it. */
function nameThing(thing: OwnedCredential | OwnedWebhook) {
  return { type: 'type' in thing ? thing.type : 'webhook', id: thing.id, label: thing.label }
}

/** Removes the credentials and returns what was removed, as a note for the checklist. */
async function removeOwned(tx: Context, row: IntegrationRow, owned: readonly OwnedCredential[], reason: string): Promise<string> {
  const clients = owned.filter(({ type }) => type === 'oauth_client')
  for (const { id, label } of clients) {
    await deleteOAuthClient(tx, id)
    await recordAudit(tx, {
      action: 'destroy',
      source_type: 'oauth_client',
      source_id: id,
      source_label: label,
      change_description: `Deleted with its tokens at the revocation of the integration ${row.name}`,
      details: { integration_id: row.id },
    })
  }
  const tokens = await deactivateApiTokensOf(tx, { integration_id: row.id }, `The integration ${row.name} was revoked: ${reason}`)
  if (row.shared_secret_id !== null) await burnSharedSecret(tx, row.shared_secret_id, `The integration ${row.name} was revoked`)
  const hadWebhook = await endWebhook(tx, row)
  const granted = clients.reduce((sum, client) => sum + client.tokens, 0)
  const parts = [
    `${formatCount(clients.length, 'OAuth client')} with ${formatCount(granted, 'access token')}`,
    formatCount(tokens.length, 'API token'),
    ...(hadWebhook ? ['its webhook, which is deactivated for good'] : []),
    ...(row.is_sealed ? ['its sealed secrets'] : []),
  ]
  return `Removed: ${parts.join(', ')}`
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
