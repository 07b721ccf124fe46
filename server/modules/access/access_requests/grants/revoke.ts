/** Revokes the credential of an access request. */
import { type Context, inTransaction } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { getVisibleRequest } from '../rights.ts'
import { type AccessRequestRow, getAccessRequest } from '../store.ts'
import { takeStep } from '../take_step.ts'
import { deactivateApiTokensOf } from '#modules/access/api_tokens/deactivate.ts'
import { revokeIn } from '#modules/access/integrations/revoke.ts'
import type { RevocationInput } from './schema.ts'

/**
 * Revokes the credential of an access request together with the request: the next call with it is refused, in every process. All tokens
 * of the request end, including replaced ones, and so does a one-time secret that has not been opened. For an integration, its name must
 * be given as confirmation, as when revoking the integration itself.
 * @throws NotFound @throws Forbidden for anyone but an administrator, an engineer, or the requester
 * @throws RecordInvalid without a reason, or when nothing has been issued
 * @throws Conflict when the integration was created concurrently
 * @source docs/reference/specification.md §5.7; docs/reference/access_governance.md §10
 */
export async function revokeGrant(ctx: Context, id: number, given: RevocationInput): Promise<AccessRequestRow> {
  return inTransaction(ctx, async (tx) => {
    const { integration_id } = await getVisibleRequest(tx, id)
    // lock order: an integration before its request
    if (integration_id !== null) {
      await revokeIn(tx, integration_id, given)
      return getAccessRequest(tx, id)
    }
    const reason = given.reason?.trim() ?? ''
    const request = await takeStep(tx, { id }, 'revoke', { body: reason })
    if (request.integration_id !== null) throw new Conflict('Conflict', 'The integration was just created: check it and try again')
    await deactivateApiTokensOf(tx, { access_request_id: id }, `Its access request was revoked: ${reason}`)
    return request
  })
}
