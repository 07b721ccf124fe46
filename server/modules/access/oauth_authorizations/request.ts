/** Reads authorization requests. @source RFC 6749 §4.1.1, §4.1.2.1; RFC 7636 §4.3; RFC 9700 §2.1 */
import type { Context } from '#core/context.ts'
import { OAuthError } from '#core/errors.ts'
import { formatList } from '#lib/lists.ts'
import { whyUngrantable } from '../oauth_clients/marks.ts'
import { findOAuthClientByIdentifier, type OAuthClientRow } from '../oauth_clients/store.ts'
import { grantScopes } from '../oauth_tokens/client.ts'
import { readParameter, readScope, readRequiredParameter } from '../oauth_tokens/request.ts'
import type { AuthorizationQuery } from './schema.ts'

/** Where the response goes. The redirect URI is verified to be one of the client's. */
export interface Target {
  readonly client: OAuthClientRow
  readonly redirect_uri: string
  /** False when the client omitted it because it has only one. */
  readonly redirect_uri_given: boolean
  readonly state: string | null
}

/** The PKCE challenge; null without PKCE. */
export interface Challenge {
  readonly code_challenge: string | null
  readonly code_challenge_method: 'S256' | 'plain' | null
}

/** A request that a user may allow or deny. */
export interface AuthorizationRequest extends Challenge {
  readonly target: Target
  readonly scopes: string[]
}

/** A request that is refused with an error at the client's redirect URI. */
export interface RefusedRequest {
  readonly target: Target
  readonly refusal: { readonly error: string; readonly error_description: string }
}

const MAX_STATE_LENGTH = 4096
/** The scopes that only administrators can grant. */
const FOR_ADMINISTRATORS: readonly string[] = ['impersonate', 'unrestricted']

/**
 * Reads a request. Errors in the client or its redirect URI are thrown and shown to the user, who is never redirected to an unregistered
 * address. Other errors are returned, to be sent to the client.
 * @throws OAuthError @source RFC 6749 §4.1.2.1
 */
export async function readAuthorization(ctx: Context, given: AuthorizationQuery): Promise<AuthorizationRequest | RefusedRequest> {
  const target = await readTarget(ctx, given)
  try {
    if (target.state !== null && target.state.length > MAX_STATE_LENGTH)
      throw new OAuthError(400, 'invalid_request', `state is longer than ${MAX_STATE_LENGTH} characters`)
    readParameter(given, 'state')
    readResponseType(given)
    return { target, scopes: readScopes(ctx, target.client, given), ...readChallenge(target.client, given) }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return { target, refusal: error.refusal }
  }
}

async function readTarget(ctx: Context, given: AuthorizationQuery): Promise<Target> {
  const client = await findOAuthClientByIdentifier(ctx, readRequiredParameter(given, 'client_id'))
  if (client === undefined) throw new OAuthError(400, 'invalid_request', 'No client has this client_id')
  const sent = readParameter(given, 'redirect_uri')
  const state = typeof given.state === 'string' && given.state !== '' ? given.state : null
  const [only, ...others] = client.redirect_uri
  if (sent === null) {
    if (only === undefined || others.length > 0) throw new OAuthError(400, 'invalid_request', 'redirect_uri is missing')
    return { client, redirect_uri: only, redirect_uri_given: false, state }
  }
  // exact comparison: addresses that one parser treats as equal mean another host to the next. @source RFC 9700 §4.1.3
  if (!client.redirect_uri.includes(sent))
    throw new OAuthError(400, 'invalid_request', 'redirect_uri is none of the addresses registered for this client')
  return { client, redirect_uri: sent, redirect_uri_given: true, state }
}

/** Only `code`: a token in a URL would end up in logs and browser histories. @source RFC 9700 §2.1.2 */
function readResponseType(given: AuthorizationQuery): void {
  if (readRequiredParameter(given, 'response_type') !== 'code')
    throw new OAuthError(400, 'unsupported_response_type', 'The only response_type is code')
}

function readScopes(ctx: Context, client: OAuthClientRow, given: AuthorizationQuery): string[] {
  const scopes = grantScopes(client, readScope(given))
  const why = whyUngrantable(client, scopes, true)
  if (why !== null) throw new OAuthError(400, 'invalid_scope', why)
  const beyond = ctx.actor.role === 'admin' ? [] : scopes.filter((scope) => FOR_ADMINISTRATORS.includes(scope))
  if (beyond.length > 0) throw new OAuthError(400, 'invalid_scope', `Only an administrator can allow ${formatList(beyond)}`)
  return scopes
}

/** Public clients must use PKCE with S256: `plain` would put the verifier into the URL. @source RFC 9700 §2.1.1, RFC 7636 §4.2 */
function readChallenge({ kind }: OAuthClientRow, given: AuthorizationQuery): Challenge {
  const refuse = (description: string): never => {
    throw new OAuthError(400, 'invalid_request', description)
  }
  const code_challenge = readParameter(given, 'code_challenge')
  const method = readParameter(given, 'code_challenge_method')
  if (code_challenge === null) {
    if (method !== null) refuse('code_challenge is missing')
    if (kind === 'public') refuse('A public client must send a code_challenge with the method S256')
    return { code_challenge, code_challenge_method: null }
  }
  const code_challenge_method = method ?? 'plain'
  if (code_challenge_method !== 'S256' && code_challenge_method !== 'plain') return refuse('code_challenge_method must be S256')
  if (kind === 'public' && code_challenge_method === 'plain') refuse('A public client must use the code_challenge_method S256')
  const form = code_challenge_method === 'S256' ? /^[\w-]{43}$/ : /^[\w.~-]{43,128}$/
  if (!form.test(code_challenge)) refuse('code_challenge is malformed')
  return { code_challenge, code_challenge_method }
}
