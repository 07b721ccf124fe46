import { readActor } from '#auth/actors.ts'
import { invalidateOAuthToken } from '#auth/credentials.ts'
import { hashSecret } from '#core/secrets.ts'
import { withinCeiling } from '#auth/scopes.ts'
import { throttleSecret } from '#auth/throttle.ts'
import { type Actor, type Context, inTransaction, SYSTEM } from '#core/context.ts'
import { OAuthError } from '#core/errors.ts'
import { toDate } from '#lib/clock.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import type { OAuthClientRow } from '../oauth_clients/store.ts'
import { endOAuthToken } from './change.ts'
import { authenticateClient, grantScopes } from './client.ts'
import { insertSpentRefreshToken, lockBySpentRefreshToken } from './code_store.ts'
import { grantAnswer } from './issue.ts'
import { readClient, readLifetimes, readScope, readRequiredParameter } from './request.ts'
import type { Grant, GrantBody } from './schema.ts'
import { makeTokenSecrets } from './secrets.ts'
import { lockByRefreshToken, type OAuthTokenWithHash, rotateOAuthToken } from './store.ts'

/**
 * Exchanges a refresh token for new secrets of the same token: the old access and refresh tokens end at once, in every process. A used
 * refresh token that is sent again is refused and audited. Its successor stays valid, as in the public service, unless the setting
 * `refresh_reuse` is `revoke`: then neither the client nor a possible thief keeps a valid token.
 * @throws OAuthError @throws EndpointLimitExceeded
 * @source docs/reference/authentication.md §4.2; RFC 6749 §6; RFC 9700 §4.14.2
 */
export async function refresh(ctx: Context, body: GrantBody, authorization: string | undefined): Promise<Grant> {
  const client = await authenticateClient(ctx, readClient(body, authorization))
  const hash = hashSecret(ctx.services.pepper, readRequiredParameter(body, 'refresh_token'))
  const who = { account_id: ctx.account.id, name: client.identifier, address: ctx.caller.ip_address }
  const granted = await throttleSecret(ctx.db, who, () =>
    inTransaction(ctx, async (tx) => {
      const before = await lockByRefreshToken(tx, client.id, hash)
      if (before === undefined) return auditReuse(tx, client, hash)
      const actor = await actorOf(tx, before)
      return actor === undefined ? undefined : rotate({ ...tx, actor }, client, { before, hash }, body)
    }),
  )
  if (granted === undefined) throw new OAuthError(400, 'invalid_grant', 'The refresh token is invalid, expired, revoked or was used before')
  return granted
}

async function auditReuse(tx: Context, client: OAuthClientRow, hash: Buffer): Promise<undefined> {
  const token = await lockBySpentRefreshToken(tx, client.id, hash)
  if (token === undefined) return undefined
  const as = { ...tx, actor: SYSTEM }
  const { id, user_id } = token
  const revokes = tx.account.settings.oauth.refresh_reuse === 'revoke'
  await recordAudit(as, {
    action: 'update',
    source_type: 'oauth_token',
    source_id: id,
    source_label: client.name,
    change_description: `A refresh token that was used before was sent again and refused; ${revokes ? 'the token is revoked' : 'its successor stays'}`,
    details: { client_id: client.id, user_id, ip_address: tx.caller.ip_address, user_agent: tx.caller.user_agent?.slice(0, 500) ?? null },
  })
  if (revokes) await endOAuthToken(as, token, 'Revoked: a refresh token of it was sent twice')
  return undefined
}

/** The user of a token; undefined when its refresh token has expired or the user may not sign in. */
async function actorOf(tx: Context, { refresh_token_expires_at, user_id }: OAuthTokenWithHash): Promise<Actor | undefined> {
  if (refresh_token_expires_at !== null && toDate(refresh_token_expires_at) <= tx.now) return undefined
  return (await readActor(tx, user_id))?.actor
}

interface Refreshed {
  readonly before: OAuthTokenWithHash
  readonly hash: Buffer
}

/** `tx` acts as the user of the token, so that the refresh is audited as their act. */
async function rotate(tx: Context, client: OAuthClientRow, { before, hash }: Refreshed, body: GrantBody): Promise<Grant> {
  const wanted = readScope(body) ?? before.granted_scopes
  if (!withinCeiling(wanted, before.granted_scopes)) throw new OAuthError(400, 'invalid_scope', 'The scope goes beyond what was granted')
  const scopes = grantScopes(client, wanted)
  const lifetimes = readLifetimes(body, client.created_at)
  const secrets = makeTokenSecrets(tx, lifetimes)
  await rotateOAuthToken(tx, before.id, scopes, secrets.stored)
  await insertSpentRefreshToken(tx, hash, before.id)
  await recordAudit(tx, {
    action: 'update',
    source_type: 'oauth_token',
    source_id: before.id,
    source_label: client.name,
    change_description: `Refreshed with the scopes ${scopes.join(' ')}`,
    details: { client_id: client.id, user_id: before.user_id, expires_in: lifetimes.expires_in },
  })
  await invalidateOAuthToken(tx, before.token_hash)
  return grantAnswer(secrets, scopes, lifetimes)
}
