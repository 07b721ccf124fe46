import { requirePermission } from '#permissions/permissions.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, refuseInvalid } from '#core/errors.ts'
import { addSeconds } from '#lib/clock.ts'
import { formatMoment } from '#lib/dates.ts'
import { requireValueSeparation, withCombined } from '../access_requests/separation.ts'
import { findRequestOfIntegration } from '../access_requests/store.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { type ClientWithNewSecret, newClientSecret } from './create.ts'
import { requireOwnership } from './draft.ts'
import { requireMayMark } from './marks.ts'
import { getSecretHash, lockOAuthClient, type OAuthClientRow, updateOAuthClient } from './store.ts'

/** Thirty days: enough to replace a secret everywhere it is configured. */
const MAX_OVERLAP_SECONDS = 30 * 24 * 3600

/**
 * Generates a new secret. The previous one stays valid for `overlap_seconds`; with 0 it ends at once, as does any older one. Existing
 * tokens stay valid.
 * @throws Forbidden for anyone but the user it acts as and the account's owner; for the client of an integration, unless it acts as the
 * caller and the caller is not the integration-bot agent; and for a caller who approved or reviewed the integration's access request
 * @throws MissingScope @throws NotFound
 * @throws RecordInvalid for an overlap that is negative or longer than thirty days
 * @source docs/reference/authentication.md §3
 */
export async function generateSecret(ctx: Context, id: number, overlap_seconds: number): Promise<ClientWithNewSecret> {
  requirePermission(ctx, 'oauth_client.manage')
  requireEveryScope(ctx.auth)
  if (overlap_seconds < 0 || overlap_seconds > MAX_OVERLAP_SECONDS) {
    const description = `Overlap seconds: must be a number from 0 to ${MAX_OVERLAP_SECONDS}`
    refuseInvalid({ overlap_seconds: [{ description, error: 'InvalidValue' }] })
  }
  const { secret, stored } = newClientSecret(ctx)
  const end = overlap_seconds === 0 ? null : addSeconds(ctx.now, overlap_seconds)
  const row = await inTransaction(ctx, async (tx) => {
    const before = await lockOAuthClient(tx, id)
    requireOwnership(ctx, before, ['secret'])
    requireMayMark(ctx, before, before, ['secret'])
    const combined = await requireNotOfIntegration(tx, before)
    const previous_secret_hash = end === null ? null : await getSecretHash(tx, id)
    const previous = end === null ? '' : `; the one before is good until ${formatMoment(end)}`
    const row = await updateOAuthClient(tx, id, { ...stored, previous_secret_hash, previous_secret_expires_at: end })
    await recordAudit(tx, {
      action: 'update',
      source_type: 'oauth_client',
      source_id: id,
      source_label: row.name,
      change_description: withCombined(`New secret made${previous}`, combined),
      details: { visible_secret: row.visible_secret, overlap_seconds },
    })
    return row
  })
  return { row, secret }
}

/**
 * The credentials of an integration are only for its requester, so they are rotated at its access request. A client that was attached to an
 * integration still belongs to its own user. Returns the note for the audit log if reviewer and engineer are one person, otherwise null.
 * @throws Forbidden @source docs/reference/access_governance.md §8
 */
async function requireNotOfIntegration(tx: Context, { integration_id, user_id }: OAuthClientRow): Promise<string | null> {
  const { actor, account } = tx
  const isOwn = user_id === actor.id && user_id !== account.settings.access.integration_bot_id
  if (integration_id === null) return null
  if (isOwn) return requireNoDecisionOn(tx, integration_id)
  throw new Forbidden(
    'This client belongs to an integration. Its credentials are rotated at its access request, and handed to its requester.',
  )
}

/**
 * The requester of an integration may have their own client attached to it; those who decided on the request may not.
 * @throws Forbidden
 * @source docs/reference/access_governance.md §3
 */
async function requireNoDecisionOn(tx: Context, integrationId: number): Promise<string | null> {
  const request = await findRequestOfIntegration(tx, integrationId)
  return request === undefined || request.requester_id === tx.actor.id ? null : requireValueSeparation(tx, request)
}
