/** The acts behind `POST /oauth/tokens`: one for each grant, and the table that chooses. @source auth.md §4, RFC 6749 §4 */
import { actorById, type KnownActor } from '../../auth/actors.ts'
import { checkPassword, mayUsePassword } from '../../auth/authenticate.ts'
import { type Context, inTransaction } from '../../context.ts'
import { OAuthError } from '../../errors.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import type { OAuthClientRow } from '../oauth_clients/store.ts'
import { authenticateClient, grantScopes } from './client.ts'
import { refresh } from './refresh.ts'
import { parameter, readClient, readLifetimes, readScope, requiredParameter } from './request.ts'
import type { Grant, GrantBody } from './schema.ts'
import { makeTokenSecrets } from './secrets.ts'
import { deleteExpiredTokens, insertOAuthToken } from './store.ts'

type GrantAct = (ctx: Context, body: GrantBody, authorization: string | undefined) => Promise<Grant>

const GRANTS: Readonly<Record<string, GrantAct>> = { client_credentials: byClient, password: byPassword, refresh_token: refresh }

/**
 * Grants an access token.
 * @throws OAuthError for whatever is wrong with the request, the client, the grant or the scope
 * @throws EndpointLimitExceeded after too many failures
 */
export async function grantToken(ctx: Context, body: GrantBody, authorization: string | undefined): Promise<Grant> {
  const type = requiredParameter(body, 'grant_type')
  const act = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined
  if (act === undefined) throw new OAuthError(400, 'unsupported_grant_type', `The grant type is none of ${Object.keys(GRANTS).join(', ')}`)
  return act(ctx, body, authorization)
}

/** The client acts as its owner. @source auth.md §4 client_credentials, RFC 6749 §4.4 */
async function byClient(ctx: Context, body: GrantBody, authorization: string | undefined): Promise<Grant> {
  const client = await authenticateClient(ctx, readClient(body, authorization))
  if (client.kind !== 'confidential') throw new OAuthError(400, 'unauthorized_client', 'A public client cannot act in its own name')
  const owner = await actorById(ctx.services, ctx.account, client.user_id)
  if (owner === undefined) throw new OAuthError(400, 'invalid_grant', 'The owner of the client may not sign in')
  return issue(ctx, client, owner, body)
}

/** @source auth.md §4 password, RFC 6749 §4.3, spec §5.1 Availability */
async function byPassword(ctx: Context, body: GrantBody, authorization: string | undefined): Promise<Grant> {
  const { account, services, caller } = ctx
  if (account.kind === 'production')
    throw new OAuthError(400, 'unsupported_grant_type', 'Passwords are not enabled on production instances')
  const client = await authenticateClient(ctx, readClient(body, authorization))
  const [username, password] = [requiredParameter(body, 'username').toLowerCase(), requiredParameter(body, 'password')]
  const user = await checkPassword({ services, account, address: caller.ip_address }, username, password)
  if (user === undefined) throw new OAuthError(400, 'invalid_grant', 'The user name or the password is wrong')
  if (!mayUsePassword(account, user.actor.role))
    throw new OAuthError(400, 'invalid_grant', 'Password access to the API is switched off for this instance')
  return issue(ctx, client, user, body)
}

async function issue(ctx: Context, client: OAuthClientRow, { actor }: KnownActor, body: GrantBody): Promise<Grant> {
  const scopes = grantScopes(client, readScope(body))
  const lifetimes = readLifetimes(body, client.created_at)
  const { token, refresh_token, stored } = makeTokenSecrets(ctx, lifetimes)
  await inTransaction({ ...ctx, actor }, async (tx) => {
    await deleteExpiredTokens(tx, client.id, actor.id)
    const row = await insertOAuthToken(tx, { client_id: client.id, user_id: actor.id, scopes }, stored)
    const change_description = `Granted by ${parameter(body, 'grant_type')} with the scopes ${scopes.join(' ')}`
    await recordAudit(tx, {
      action: 'create',
      source_type: 'oauth_token',
      source_id: row.id,
      source_label: client.name,
      change_description,
      details: { client_id: client.id, user_id: actor.id },
    })
  })
  return { access_token: token, token_type: 'bearer', scope: scopes.join(' '), refresh_token, ...lifetimes }
}
