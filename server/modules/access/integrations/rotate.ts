/** Makes new credentials for an integration, to replace those its requester has or never opened. */
import { credentialsTopic } from '#auth/credentials.ts'
import type { Context } from '#core/context.ts'
import { RecordInvalid, refuseInvalid } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { requireValueSeparation, withCombined } from '../access_requests/separation.ts'
import { lockAccessRequest } from '../access_requests/store.ts'
import { makeSigningSecret } from '#modules/business_rules/webhooks/signing_secret.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { newClientSecret } from '../oauth_clients/create.ts'
import { getSecretHash, lockOAuthClient, updateOAuthClient } from '../oauth_clients/store.ts'
import type { SharedSecretRow } from '../shared_secrets/store.ts'
import { burnSharedSecret } from '../shared_secrets/burn.ts'
import { handToRequester } from './hand_over.ts'
import { credentialsText, type IssuedCredentials, makeSigningCredentials } from './issue.ts'
import { kindNamed } from './kinds.ts'
import { endTokensBy, listOwned } from './owned_store.ts'
import { isUnrevoked } from './people.ts'
import { openSecrets, sealSecrets } from './sealed.ts'
import { type IntegrationRow, lockIntegration, updateIntegration } from './store.ts'
import { signWebhook } from './webhook.ts'

const DAY_SECONDS = 86_400
const DEFAULT_DAYS = 7
const MAX_DAYS = 30

/**
 * Makes new credentials for an integration inside the caller's transaction and puts them into a one-time secret for its requester. The old
 * ones of an OAuth client keep working for `silent_days`; an old signing secret ends at once. An unopened one-time secret is destroyed. The
 * caller is already authorised.
 * @throws Forbidden for a caller whose part in the request is separated from its value
 * @throws NotFound @throws RecordInvalid for a kind without credentials of its own, and once its revocation has begun
 */
export async function rotateCredentials(
  tx: Context,
  id: number,
  given: { readonly silent_days?: number | null; readonly passphrase?: string | null },
): Promise<{ row: IntegrationRow; shared_secret: SharedSecretRow }> {
  const row = await lockIntegration(tx, id)
  const days = given.silent_days ?? DEFAULT_DAYS
  const refuseMember = (member: string, description: string) => refuseInvalid({ [member]: [{ description, error: 'InvalidValue' }] })
  if (!isUnrevoked(row)) refuseMember('base', 'The revocation of the integration has begun')
  if (days < 1 || days > MAX_DAYS) refuseMember('silent_days', `Silent days: must be a number from 1 to ${MAX_DAYS}`)
  const { issues } = kindNamed(row.kind)
  if (issues === null) refuseMember('base', 'The integration has no credentials that the service could replace')
  const request = await lockAccessRequest(tx, row.access_request_id)
  const combined = requireValueSeparation(tx, request)
  if (row.shared_secret_id !== null) await burnSharedSecret(tx, row.shared_secret_id, 'New credentials were made')
  const credentials = issues === 'oauth_client' ? await newClientCredentials(tx, row, days) : await newSigningSecret(tx, row)
  const shared_secret = await handToRequester(tx, request, { ...credentials, passphrase: given.passphrase || null, api_token_id: null })
  await recordAudit(tx, {
    action: 'update',
    source_type: 'integration',
    source_id: id,
    source_label: row.name,
    change_description: withCombined('New credentials made and put into a one-time secret for its requester', combined),
    details: { shared_secret_id: shared_secret.id, days: issues === 'oauth_client' ? days : 0 },
  })
  await tx.services.cache.invalidate(tx.db, credentialsTopic(tx.account.id))
  return { row, shared_secret }
}

/** @throws RecordInvalid when its client was deleted */
async function newClientCredentials(tx: Context, row: IntegrationRow, days: number): Promise<IssuedCredentials> {
  const owned = await listOwned(tx, [row.id])
  const own = owned.find(({ type, user_id }) => type === 'oauth_client' && user_id === row.bot_user_id)
  if (own === undefined)
    throw new RecordInvalid({
      base: [{ description: 'The OAuth client of the integration was deleted: revoke the integration', error: 'InvalidValue' }],
    })
  const client = await lockOAuthClient(tx, own.id)
  const { secret, stored } = newClientSecret(tx)
  const end = addSeconds(tx.now, days * DAY_SECONDS)
  await endTokensBy(tx, client.id, end)
  await updateOAuthClient(tx, client.id, {
    ...stored,
    previous_secret_hash: await getSecretHash(tx, client.id),
    previous_secret_expires_at: end,
  })
  return {
    label: `OAuth client of the integration ${row.name}`,
    value: await credentialsText(tx, row, { id: client.id, identifier: client.identifier, secret }),
  }
}

async function newSigningSecret(tx: Context, row: IntegrationRow): Promise<IssuedCredentials> {
  const signing_secret = makeSigningSecret()
  const before = await openSecrets(tx, row)
  await updateIntegration(tx, row.id, { sealed: sealSecrets(tx, row.access_request_id, { ...before, signing_secret }) })
  await signWebhook(tx, row, signing_secret, before.signing_secret !== undefined)
  return makeSigningCredentials(row, signing_secret)
}
