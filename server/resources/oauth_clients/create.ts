/** The acts that make a client's secret: creating it, and making a new one. */
import { requirePermission } from '../../access/permissions.ts'
import { requireEveryScope } from '../../auth/scopes.ts'
import { firstTen, hashSecret, makeSecret } from '../../auth/secrets.ts'
import { type Context, inTransaction } from '../../context.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { refusingTaken } from './conflict.ts'
import { draftClient, refuseInvalidClient, requireOwnership } from './draft.ts'
import type { OAuthClientInput } from './schema.ts'
import { insertOAuthClient, lockOAuthClient, type OAuthClientRow, updateOAuthClient } from './store.ts'

/** A client whose secret has just been made; it is kept as a hash and nowhere else. */
export interface ClientWithNewSecret {
  readonly row: OAuthClientRow
  readonly secret: string
}

function newSecret(ctx: Context): { secret: string; stored: { secret_hash: Buffer; visible_secret: string } } {
  const secret = makeSecret('dhc')
  return { secret, stored: { secret_hash: hashSecret(ctx.services.pepper, secret), visible_secret: firstTen(secret) } }
}

/**
 * Makes a client; public ones get a secret too.
 * @throws Forbidden for anyone but administrators
 * @throws MissingScope for an access token that may do less than the client's tokens could
 * @throws RecordInvalid
 * @source auth.md §3
 */
export async function createOAuthClient(ctx: Context, given: OAuthClientInput): Promise<ClientWithNewSecret> {
  requirePermission(ctx, 'oauth_client.manage')
  requireEveryScope(ctx.auth)
  const maker = { id: 0, user_id: ctx.actor.id }
  const draft = draftClient(given, maker)
  requireOwnership(ctx, undefined, draft.user_id)
  await refuseInvalidClient(ctx, draft, maker)
  const { secret, stored } = newSecret(ctx)
  const row = await refusingTaken(() =>
    inTransaction(ctx, async (tx) => {
      const { redirect_uri, scopes, ...rest } = draft
      const row = await insertOAuthClient(tx, {
        ...rest,
        ...stored,
        redirect_uri: [...redirect_uri],
        scopes: scopes === null ? null : [...scopes],
      })
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

/** Makes a new secret; the old one is refused from now on, tokens granted before stay. @throws Forbidden @throws MissingScope @throws NotFound @source auth.md §3 */
export async function generateSecret(ctx: Context, id: number): Promise<ClientWithNewSecret> {
  requirePermission(ctx, 'oauth_client.manage')
  requireEveryScope(ctx.auth)
  const { secret, stored } = newSecret(ctx)
  const row = await inTransaction(ctx, async (tx) => {
    requireOwnership(ctx, (await lockOAuthClient(tx, id)).user_id)
    const row = await updateOAuthClient(tx, id, stored)
    await recordAudit(tx, {
      action: 'update',
      source_type: 'oauth_client',
      source_id: id,
      source_label: row.name,
      change_description: 'New secret made',
      details: { visible_secret: row.visible_secret },
    })
    return row
  })
  return { row, secret }
}
