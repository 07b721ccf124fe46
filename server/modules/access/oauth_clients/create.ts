/** Creates clients with their first secret. */
import { refuseDuplicates } from '#http/unique_values.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { firstTen, hashSecret, makeSecret } from '#core/secrets.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { draftClient, refuseInvalidClient, requireOwnUser, toRow } from './draft.ts'
import { requireMayMark } from './marks.ts'
import type { OAuthClientInput } from './schema.ts'
import { insertOAuthClient, type OAuthClientRow, type StoredClientSecret, IDENTIFIER_TAKEN } from './store.ts'

/** A client with a new secret, of which only the hash is stored. */
export interface ClientWithNewSecret {
  readonly row: OAuthClientRow
  readonly secret: string
}

/** A new secret for a client, and its stored form. */
export function newClientSecret(ctx: Context): { secret: string; stored: StoredClientSecret } {
  const secret = makeSecret('dhc')
  return { secret, stored: { secret_hash: hashSecret(ctx.services.pepper, secret), visible_secret: firstTen(secret) } }
}

/**
 * Creates a client. Public clients also get a secret.
 * @throws Forbidden for anyone but administrators
 * @throws MissingScope for an access token without full scopes, which the client's tokens could have
 * @throws RecordInvalid
 * @source docs/reference/authentication.md §3
 */
export async function createOAuthClient(ctx: Context, given: OAuthClientInput): Promise<ClientWithNewSecret> {
  requirePermission(ctx, 'oauth_client.manage')
  requireEveryScope(ctx.auth)
  const maker = { id: 0, user_id: ctx.actor.id }
  const draft = draftClient(given, maker)
  requireOwnUser(ctx, draft.user_id)
  requireMayMark(ctx, null, draft, [])
  await refuseInvalidClient(ctx, draft, maker)
  const { secret, stored } = newClientSecret(ctx)
  const row = await refuseDuplicates(IDENTIFIER_TAKEN, () =>
    inTransaction(ctx, async (tx) => {
      const row = await insertOAuthClient(tx, { ...toRow(draft), ...stored })
      await recordAudit(tx, {
        action: 'create',
        source_type: 'oauth_client',
        source_id: row.id,
        source_label: row.name,
        change_description: `Created as ${row.identifier}`,
        details: { ...draft },
      })
      return row
    }),
  )
  return { row, secret }
}
