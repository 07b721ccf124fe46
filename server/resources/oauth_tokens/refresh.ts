import { readActor } from '../../auth/actors.ts'
import { forgetOAuthToken } from '../../auth/credentials.ts'
import { hashSecret } from '../../auth/secrets.ts'
import { withinCeiling } from '../../auth/scopes.ts'
import { throttledSecret } from '../../auth/throttle.ts'
import { type Context, inTransaction } from '../../context.ts'
import { OAuthError } from '../../errors.ts'
import { toDate } from '../../lib/clock.ts'
import type { OAuthClientRow } from '../oauth_clients/store.ts'
import { authenticateClient, grantScopes } from './client.ts'
import { readClient, readLifetimes, readScope, requiredParameter } from './request.ts'
import type { Grant, GrantBody } from './schema.ts'
import { makeTokenSecrets } from './secrets.ts'
import { lockByRefreshToken, type OAuthTokenWithHash, rotateOAuthToken } from './store.ts'

/**
 * Exchanges a refresh token for new secrets of the same token: the old access and refresh tokens end at once, in every process.
 * One that is sent again is refused and does no harm to its successor.
 * @throws OAuthError @throws EndpointLimitExceeded
 * @source auth.md §4 refresh_token, RFC 6749 §6
 */
export async function refresh(ctx: Context, body: GrantBody, authorization: string | undefined): Promise<Grant> {
  const client = await authenticateClient(ctx, readClient(body, authorization))
  const hash = hashSecret(ctx.services.pepper, requiredParameter(body, 'refresh_token'))
  const who = { account_id: ctx.account.id, name: client.identifier, address: ctx.caller.ip_address }
  const granted = await throttledSecret(ctx.db, who, () =>
    inTransaction(ctx, async (tx) => {
      const before = await lockByRefreshToken(tx, client.id, hash)
      return before !== undefined && (await isGood(tx, before)) ? rotate(tx, client, before, body) : undefined
    }),
  )
  if (granted === undefined) throw new OAuthError(400, 'invalid_grant', 'The refresh token is invalid, expired, revoked or was used before')
  return granted
}

async function isGood(ctx: Context, { refresh_token_expires_at, user_id }: OAuthTokenWithHash): Promise<boolean> {
  if (refresh_token_expires_at !== null && toDate(refresh_token_expires_at) <= ctx.now) return false
  return (await readActor(ctx, user_id)) !== undefined
}

async function rotate(ctx: Context, client: OAuthClientRow, before: OAuthTokenWithHash, body: GrantBody): Promise<Grant> {
  const wanted = readScope(body) ?? before.granted_scopes
  if (!withinCeiling(wanted, before.granted_scopes)) throw new OAuthError(400, 'invalid_scope', 'The scope goes beyond what was granted')
  const scopes = grantScopes(client, wanted)
  const lifetimes = readLifetimes(body, client.created_at)
  const { token, refresh_token, stored } = makeTokenSecrets(ctx, lifetimes)
  await rotateOAuthToken(ctx, before.id, scopes, stored)
  await forgetOAuthToken(ctx, before.token_hash)
  return { access_token: token, token_type: 'bearer', scope: scopes.join(' '), refresh_token, ...lifetimes }
}
