import { requirePermission } from '../../access/permissions.ts'
import { requireEveryScope } from '../../auth/scopes.ts'
import { type Context, inTransaction } from '../../context.ts'
import { Forbidden, refuseInvalid } from '../../errors.ts'
import { addSeconds, wireTime } from '../../lib/clock.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { type ClientWithNewSecret, newClientSecret } from './create.ts'
import { requireOwnership } from './draft.ts'
import { getSecretHash, lockOAuthClient, type OAuthClientRow, updateOAuthClient } from './store.ts'

/** Thirty days: enough to change every place a secret stands in. */
const LONGEST_OVERLAP_SECONDS = 30 * 24 * 3600

/**
 * Makes a new secret. The one before stays good for `overlap_seconds`, none by default; one before that ends at once.
 * Tokens granted before stay.
 * @throws Forbidden for anyone but the user it acts as and the account's owner, and for what an integration owns and somebody else acts by
 * @throws MissingScope @throws NotFound
 * @throws RecordInvalid for an overlap that is negative or longer than thirty days
 * @source auth.md §3, issue "Access, governed" 1
 */
export async function generateSecret(ctx: Context, id: number, overlap_seconds: number): Promise<ClientWithNewSecret> {
  requirePermission(ctx, 'oauth_client.manage')
  requireEveryScope(ctx.auth)
  if (overlap_seconds < 0 || overlap_seconds > LONGEST_OVERLAP_SECONDS) {
    const description = `Overlap seconds: must be a number from 0 to ${LONGEST_OVERLAP_SECONDS}`
    refuseInvalid({ overlap_seconds: [{ description, error: 'InvalidValue' }] })
  }
  const { secret, stored } = newClientSecret(ctx)
  const end = overlap_seconds === 0 ? null : addSeconds(ctx.now, overlap_seconds)
  const row = await inTransaction(ctx, async (tx) => {
    const before = await lockOAuthClient(tx, id)
    requireOwnership(ctx, before, ['secret'])
    refuseForIntegration(ctx, before)
    const previous_secret_hash = end === null ? null : await getSecretHash(tx, id)
    const row = await updateOAuthClient(tx, id, { ...stored, previous_secret_hash, previous_secret_expires_at: end })
    await recordAudit(tx, {
      action: 'update',
      source_type: 'oauth_client',
      source_id: id,
      source_label: row.name,
      change_description: end === null ? 'New secret made' : `New secret made; the one before is good until ${wireTime(end.toISOString())}`,
      details: { visible_secret: row.visible_secret, overlap_seconds },
    })
    return row
  })
  return { row, secret }
}

/**
 * The credentials of an integration are for whoever asked for it, and nobody else sees them: they are rotated where they came from. A client
 * that was attached to one is its holder's. @throws Forbidden @source product.md Hand-off
 */
function refuseForIntegration({ actor, account }: Context, { integration_id, user_id }: OAuthClientRow): void {
  const isOwn = user_id === actor.id && user_id !== account.settings.access.integration_bot_id
  if (integration_id === null || isOwn) return
  throw new Forbidden(
    'This client belongs to an integration. Its credentials are rotated at its access request, and handed to whoever asked for it.',
  )
}
