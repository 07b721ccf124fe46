/** What breaks if the credential of an access request is revoked, for those who may revoke it. */
import type { Context } from '#core/context.ts'
import { Forbidden, NotFound } from '#core/errors.ts'
import { getVisibleRequest } from '../rights.ts'
import { impactOf } from '#modules/access/api_tokens/impact.ts'

/**
 * Who called what with the API token of an access request. Integrations have an impact route of their own.
 * @throws NotFound also when there is no API token
 * @throws Forbidden for anyone but the requester, an engineer or an administrator: the answer shows who calls from where
 * @throws RecordInvalid for an invalid number of days
 * @source docs/reference/access_governance.md §10
 */
export async function grantImpact(ctx: Context, id: number, days: number | null | undefined) {
  const { actor } = ctx
  const { requester_id, api_token_id } = await getVisibleRequest(ctx, id)
  if (actor.id !== requester_id && actor.role !== 'admin' && !actor.duties.includes('engineer'))
    throw new Forbidden('Only the requester, an engineer or an administrator can see who calls with this credential.')
  if (api_token_id === null) throw new NotFound()
  return impactOf(ctx, api_token_id, days)
}
