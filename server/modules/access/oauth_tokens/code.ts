import { createHash } from 'node:crypto'
import { readActor } from '#auth/actors.ts'
import { hashSecret, sameHash } from '#core/secrets.ts'
import { withinCeiling } from '#auth/scopes.ts'
import { throttleSecret } from '#auth/throttle.ts'
import { type Actor, type Context, inTransaction, SYSTEM } from '#core/context.ts'
import { OAuthError } from '#core/errors.ts'
import { toDate } from '#lib/clock.ts'
import { lockOAuthClient, type OAuthClientRow } from '../oauth_clients/store.ts'
import { endOAuthToken } from './change.ts'
import { authenticateClient, grantScopes } from './client.ts'
import { type CodeRow, lockCode, spendCode } from './code_store.ts'
import { issueToken } from './issue.ts'
import { readParameter, readClient, readLifetimes, readScope, readRequiredParameter } from './request.ts'
import type { Grant, GrantBody } from './schema.ts'

/** The result of exchanging a code: a grant, or why it is refused. */
type Outcome = { readonly grant: Grant } | { readonly refusal: string }

const UNKNOWN = 'The authorization code is unknown, has expired, or was issued to another client'

/**
 * Exchanges an authorization code for a token. A code is valid once: sending it again is refused and revokes the token issued for it.
 * @throws OAuthError @throws EndpointLimitExceeded after too many failures
 * @source docs/reference/authentication.md §4.2; RFC 6749 §4.1.3; RFC 7636 §4.6
 */
export async function exchangeCode(ctx: Context, body: GrantBody, authorization: string | undefined): Promise<Grant> {
  const client = await authenticateClient(ctx, readClient(body, authorization))
  const hash = hashSecret(ctx.services.pepper, readRequiredParameter(body, 'code'))
  const who = { account_id: ctx.account.id, name: client.identifier, address: ctx.caller.ip_address }
  let refusal = UNKNOWN
  const grant = await throttleSecret(ctx.db, who, async () => {
    const outcome = await inTransaction(ctx, (tx) => exchange(tx, client, hash, body))
    if ('grant' in outcome) return outcome.grant
    refusal = outcome.refusal
    return undefined
  })
  if (grant === undefined) throw new OAuthError(400, 'invalid_grant', refusal)
  return grant
}

async function exchange(tx: Context, client: OAuthClientRow, hash: Buffer, body: GrantBody): Promise<Outcome> {
  // as a change of the client does: the client first, then what it was granted
  if (client.may_act_in_person) await lockOAuthClient(tx, client.id)
  const code = await lockCode(tx, hash)
  if (code === undefined || code.client_id !== client.id) return { refusal: UNKNOWN }
  if (code.spent_at !== null) return revokeReplayed(tx, client, code)
  if (toDate(code.expires_at) <= tx.now) return { refusal: UNKNOWN }
  const refusal =
    refusalOfRedirect(code, readParameter(body, 'redirect_uri')) ?? refusalOfVerifier(code, readParameter(body, 'code_verifier'))
  if (refusal !== null) return { refusal }
  const known = await readActor(tx, code.user_id)
  if (known === undefined) return { refusal: 'The user who allowed this may not sign in' }
  const { grant, token_id } = await grantCode(tx, client, { code, actor: known.actor }, body)
  await spendCode(tx, hash, token_id)
  return { grant }
}

async function grantCode(tx: Context, client: OAuthClientRow, { code, actor }: { code: CodeRow; actor: Actor }, body: GrantBody) {
  const wanted = readScope(body) ?? code.scopes
  if (!withinCeiling(wanted, code.scopes)) throw new OAuthError(400, 'invalid_scope', 'The scope goes beyond what the user has allowed')
  const lifetimes = readLifetimes(body, client.created_at)
  return issueToken(tx, { client, actor, scopes: grantScopes(client, wanted), lifetimes, grant_type: 'authorization_code' })
}

/** @source RFC 6749 §4.1.2, RFC 9700 §2.1.1 */
async function revokeReplayed(tx: Context, client: OAuthClientRow, { token_id, user_id }: CodeRow): Promise<Outcome> {
  const token = { id: token_id ?? 0, client_id: client.id, user_id }
  await endOAuthToken({ ...tx, actor: SYSTEM }, token, 'Revoked: the authorization code it came from was sent again')
  return { refusal: 'The authorization code was used before. The token issued for it has been revoked.' }
}

/** The redirect URI must equal that of the authorization request; it may be omitted if it was omitted there. @source RFC 6749 §4.1.3 */
function refusalOfRedirect({ redirect_uri, redirect_uri_given }: CodeRow, sent: string | null): string | null {
  if (sent === null) return redirect_uri_given ? 'redirect_uri is missing: the authorization request had one' : null
  return sent === redirect_uri ? null : 'redirect_uri is not the one of the authorization request'
}

/**
 * A code requested with a challenge needs its verifier, and one without must have none, so that neither can be stripped.
 * @source RFC 7636 §4.6, RFC 9700 §4.8.2
 */
function refusalOfVerifier({ code_challenge, code_challenge_method }: CodeRow, verifier: string | null): string | null {
  if (code_challenge === null)
    return verifier === null ? null : 'code_verifier was sent, but the authorization request had no code_challenge'
  if (verifier === null) return 'code_verifier is missing'
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return 'code_verifier must be 43 to 128 letters, digits, hyphens, dots, underscores or tildes'
  const proof = code_challenge_method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return sameHash(Buffer.from(proof), Buffer.from(code_challenge)) ? null : 'code_verifier does not fit the code_challenge'
}
