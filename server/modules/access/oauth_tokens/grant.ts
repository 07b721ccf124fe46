/** The grants of `POST /oauth/tokens`, and the table that selects one. @source docs/reference/authentication.md §4; RFC 6749 §4 */
import { actorById, type KnownActor } from '#auth/actors.ts'
import { checkPassword, mayUsePassword } from '#auth/authenticate.ts'
import { passwordGrantEnded } from '#auth/retirements.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { OAuthError } from '#core/errors.ts'
import type { OAuthClientRow } from '../oauth_clients/store.ts'
import { authenticateClient, grantScopes } from './client.ts'
import { exchangeCode } from './code.ts'
import { refresh } from './refresh.ts'
import { issueToken } from './issue.ts'
import { readClient, readLifetimes, readScope, readRequiredParameter } from './request.ts'
import type { Grant, GrantBody } from './schema.ts'

type GrantHandler = (ctx: Context, body: GrantBody, authorization: string | undefined) => Promise<Grant>

const GRANTS: Readonly<Record<string, GrantHandler>> = {
  authorization_code: exchangeCode,
  client_credentials: byClient,
  password: byPassword,
  refresh_token: refresh,
}

/**
 * Grants an access token.
 * @throws OAuthError for any error in the request, the client, the grant or the scope
 * @throws EndpointLimitExceeded after too many failures
 */
export async function grantToken(ctx: Context, body: GrantBody, authorization: string | undefined): Promise<Grant> {
  const type = readRequiredParameter(body, 'grant_type')
  const act = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined
  if (act === undefined) throw new OAuthError(400, 'unsupported_grant_type', `The grant type is none of ${Object.keys(GRANTS).join(', ')}`)
  return act(ctx, body, authorization)
}

/** The client acts as its owner. @source docs/reference/authentication.md §4.2; RFC 6749 §4.4 */
async function byClient(ctx: Context, body: GrantBody, authorization: string | undefined): Promise<Grant> {
  const client = await authenticateClient(ctx, readClient(body, authorization))
  if (client.kind !== 'confidential') throw new OAuthError(400, 'unauthorized_client', 'A public client cannot act in its own name')
  const owner = await actorById(ctx.services, ctx.account, client.user_id)
  if (owner === undefined) throw new OAuthError(400, 'invalid_grant', 'The owner of the client may not sign in')
  return issue(ctx, client, owner, body)
}

/** @source docs/reference/authentication.md §4.2; RFC 6749 §4.3; docs/reference/specification.md §5.1.3 */
async function byPassword(ctx: Context, body: GrantBody, authorization: string | undefined): Promise<Grant> {
  const { account, services, caller } = ctx
  if (account.kind === 'production')
    throw new OAuthError(400, 'unsupported_grant_type', 'Passwords are not enabled on production instances')
  const client = await authenticateClient(ctx, readClient(body, authorization))
  const username = readRequiredParameter(body, 'username').toLowerCase()
  const password = readRequiredParameter(body, 'password')
  const user = await checkPassword({ services, account, address: caller.ip_address }, username, password)
  if (user === undefined) throw new OAuthError(400, 'invalid_grant', 'The user name or the password is wrong')
  if (!mayUsePassword(account, user))
    throw new OAuthError(400, 'invalid_grant', 'Password access to the API is switched off for this instance')
  if (passwordGrantEnded(account, client.id, user.actor))
    throw new OAuthError(400, 'unsupported_grant_type', 'The password grant has been retired. Use the authorization code grant.')
  return issue(ctx, client, user, body)
}

async function issue(ctx: Context, client: OAuthClientRow, { actor }: KnownActor, body: GrantBody): Promise<Grant> {
  const scopes = grantScopes(client, readScope(body))
  const grant_type = readRequiredParameter(body, 'grant_type')
  const read = readLifetimes(body, client.created_at)
  // no refresh token: the client can always request another token with its own secret. @source RFC 6749 §4.4.3
  const lifetimes = grant_type === 'client_credentials' ? { ...read, refresh_token_expires_in: null } : read
  return inTransaction(ctx, async (tx) => (await issueToken(tx, { client, actor, scopes, lifetimes, grant_type })).grant)
}
