/** The OpenID Connect exchange with a provider: discovery, the authorization URL, and validating the response. */
import type { ClientAuth, Configuration } from 'openid-client'
import { open } from '#auth/cipher.ts'
import { hashSecret } from '#core/secrets.ts'
import type { Context } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'
import { secretContext } from './change.ts'
import { redirectUri } from './present.ts'
import type { IdentityProviderRow } from './store.ts'
import type { VisitTokens } from './visit_store.ts'
import { addressKey, isEmailAddress } from '#lib/text_forms.ts'

const TIMEOUT_SECONDS = 15
const SCOPE = 'openid email profile'

/** The user a provider identifies. Only an address that the provider marks as verified is used. */
export interface ProviderIdentity {
  readonly subject: string
  readonly verified_email: string | null
}

/** Loaded at the first single sign-on: most processes never need it. */
const library = () => import('openid-client')

/** Sends the client secret in the Authorization header, unless the provider supports only the body. @source OpenID Connect Core §9 */
async function clientAuthentication(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await library()
  const inHeader = ClientSecretBasic(secret)
  const inBody = ClientSecretPost(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const takesHeader = methods === undefined || methods.includes('client_secret_basic')
    return (takesHeader ? inHeader : inBody)(server, ...rest)
  }
}

/** The provider's metadata, cached for a short time. ID tokens are verified with its published keys. */
async function discover(ctx: Context, row: IdentityProviderRow): Promise<Configuration> {
  const { cache, outbound, pepper } = ctx.services
  return cache.load(configurationTopic(ctx.account.id), `identity_provider:${row.id}:${row.updated_at}`, async () => {
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await library()
    const issuer = new URL(row.issuer)
    const secret = open(pepper, row.client_secret_cipher, secretContext(ctx, row.id))
    return discovery(issuer, row.client_id, undefined, await clientAuthentication(secret), {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- undici declares a response of its own, which is that of Node
      [customFetch]: async (url: string, options: object) => (await outbound.fetch(url, options)) as unknown as Response,
      timeout: TIMEOUT_SECONDS,
      execute: [enableNonRepudiationChecks, ...(outbound.isAllowed(issuer) ? [allowInsecureRequests] : [])],
    })
  })
}

/** A value derived from an attempt instead of stored: it cannot be computed without the state, the browser's cookie and the pepper. */
function deriveValue(ctx: Context, what: 'nonce' | 'verifier', { state, browser }: VisitTokens): string {
  return hashSecret(ctx.services.pepper, `sso ${what} ${state} ${browser}`).toString('base64url')
}

/** The URL to redirect the browser to. @throws Error when discovery fails @source OpenID Connect Core §3.1.2.1, RFC 7636 */
export async function authorizationUrl(ctx: Context, row: IdentityProviderRow, ties: VisitTokens): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
  const config = await discover(ctx, row)
  return buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(ctx),
    scope: SCOPE,
    state: ties.state,
    nonce: deriveValue(ctx, 'nonce', ties),
    code_challenge: await calculatePKCECodeChallenge(deriveValue(ctx, 'verifier', ties)),
    code_challenge_method: 'S256',
  }).href
}

/**
 * The user the provider identifies by its callback. State, issuer, nonce, PKCE, signature and audience are verified.
 * @throws Error when any of these is wrong, or the provider cannot be reached
 * @source OpenID Connect Core §3.1.3.7, RFC 9207
 */
export async function identifyUser(ctx: Context, row: IdentityProviderRow, ties: VisitTokens, query: string): Promise<ProviderIdentity> {
  const { authorizationCodeGrant, fetchUserInfo } = await library()
  const config = await discover(ctx, row)
  const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri(ctx)}?${query}`), {
    expectedState: ties.state,
    expectedNonce: deriveValue(ctx, 'nonce', ties),
    pkceCodeVerifier: deriveValue(ctx, 'verifier', ties),
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('The provider sent no ID token')
  // many providers return the address only from their user-info endpoint
  const asks = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const { email, email_verified } = asks ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims
  return {
    subject: claims.sub,
    verified_email: typeof email === 'string' && email_verified === true && isEmailAddress(email) ? addressKey(email) : null,
  }
}
