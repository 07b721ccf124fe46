import { credentialsTopic } from '#auth/credentials.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { getOAuthClient } from '../oauth_clients/store.ts'
import { deleteApplication } from './store.ts'

/**
 * Revokes what a client may do for the caller: the client's tokens of the caller are deleted, and so are pending authorization codes.
 * @throws NotFound for a client that has no token of the caller
 */
export async function revokeApplication(ctx: Context, client_id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ended = await deleteApplication(tx, client_id)
    if (ended === 0) throw new NotFound()
    const { name } = await getOAuthClient(tx, client_id)
    await recordAudit(tx, {
      action: 'destroy',
      source_type: 'oauth_authorization',
      source_id: client_id,
      source_label: name,
      change_description: `Revoked by the person it acted for; ${ended} ${ended === 1 ? 'token' : 'tokens'} ended`,
      details: { client_id, user_id: tx.actor.id },
    })
    await tx.services.cache.invalidate(tx.db, credentialsTopic(tx.account.id))
  })
}
