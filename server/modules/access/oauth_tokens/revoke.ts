import { readActor } from '#auth/actors.ts'
import { hashSecret } from '#core/secrets.ts'
import { type Context, inTransaction, SYSTEM } from '#core/context.ts'
import { OAuthError } from '#core/errors.ts'
import { endOAuthToken } from './change.ts'
import { authenticateClient } from './client.ts'
import { readClient, readRequiredParameter } from './request.ts'
import type { TokenBody } from './schema.ts'
import { findByEitherSecret } from './store.ts'

/**
 * Ends a token of the calling client, identified by its access token or its refresh token: both end. An unknown token counts as ended.
 * @throws OAuthError `invalid_grant` for a token of another client, `invalid_client` for a wrong secret
 * @throws EndpointLimitExceeded after too many failures
 * @source RFC 7009 §2.1, §2.2
 */
export async function revokeByClient(ctx: Context, body: TokenBody, authorization: string | undefined): Promise<void> {
  const client = await authenticateClient(ctx, readClient(body, authorization))
  const hash = hashSecret(ctx.services.pepper, readRequiredParameter(body, 'token'))
  const token = await findByEitherSecret(ctx, hash)
  if (token === undefined) return
  if (token.client_id !== client.id) throw new OAuthError(400, 'invalid_grant', 'The token was issued to another client')
  await inTransaction(ctx, async (tx) => {
    const actor = (await readActor(tx, token.user_id))?.actor ?? SYSTEM
    await endOAuthToken({ ...tx, actor }, token, 'Revoked by its client')
  })
}
