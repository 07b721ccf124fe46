/** Replaces the value of a requester's credential. */
import { requireEveryScope } from '#auth/scopes.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { RecordInvalid } from '#core/errors.ts'
import { getVisibleRequest } from '../rights.ts'
import { type AccessRequestRow, lockAccessRequest, updateAccessRequest } from '../store.ts'
import { replaceApiToken } from '#modules/access/api_tokens/rotate.ts'
import { type ApiTokenRow, lockApiToken } from '#modules/access/api_tokens/store.ts'
import { rotateCredentials } from '#modules/access/integrations/rotate.ts'
import type { IntegrationRow } from '#modules/access/integrations/store.ts'
import type { SharedSecretRow } from '#modules/access/shared_secrets/store.ts'
import { burnSharedSecret } from '#modules/access/shared_secrets/burn.ts'
import { putIntoSecret } from './issue.ts'
import { requireEngineer } from './people.ts'
import type { RotationInput } from './schema.ts'

const HAS_CREDENTIAL = ['issued', 'handed_over', 'active']

/** The result of a rotation: a new token, or new credentials of the integration. */
export interface Rotation {
  readonly request: AccessRequestRow
  readonly api_token: ApiTokenRow | null
  readonly integration: IntegrationRow | null
  readonly shared_secret: SharedSecretRow
}

/**
 * Makes a new value for the credential of an access request and puts it into a one-time secret for the requester; no one else sees it.
 * The old value keeps working for a while: an API token until it has been unused for `silent_days`, a client's secret for that many days at
 * most. A one-time secret that has not been opened is destroyed.
 * @throws NotFound @throws Forbidden for anyone but an engineer @throws MissingScope
 * @throws RecordInvalid when there is no credential to rotate
 * @source docs/reference/access_governance.md §8, §9
 */
export async function rotateGrant(ctx: Context, id: number, given: RotationInput): Promise<Rotation> {
  requireEveryScope(ctx.auth)
  return inTransaction(ctx, async (tx) => {
    const seen = await getVisibleRequest(tx, id)
    requireEngineer(tx, seen)
    // lock order: an integration before its request
    if (seen.integration_id !== null) return rotateIntegration(tx, seen, seen.integration_id, given)
    const request = await lockAccessRequest(tx, id)
    const { api_token_id, shared_secret_id } = request
    if (!HAS_CREDENTIAL.includes(request.state) || api_token_id === null)
      throw new RecordInvalid({
        base: [{ description: 'The access request has no credential that could be rotated', error: 'InvalidValue' }],
      })
    const { row, token } = await replaceApiToken(tx, await lockApiToken(tx, api_token_id), {
      silent_days: given.silent_days,
      seen_by_creator: false,
    })
    if (shared_secret_id !== null) await burnSharedSecret(tx, shared_secret_id, 'A new value was made')
    const made = await putIntoSecret(tx, request, { api_token_id: row.id, value: token, passphrase: given.passphrase })
    return { request: made.request, api_token: row, integration: null, shared_secret: made.secret }
  })
}

async function rotateIntegration(tx: Context, request: AccessRequestRow, id: number, given: RotationInput): Promise<Rotation> {
  const { row, shared_secret } = await rotateCredentials(tx, id, given)
  return {
    request: await updateAccessRequest(tx, request.id, { shared_secret_id: shared_secret.id }),
    api_token: null,
    integration: row,
    shared_secret,
  }
}
