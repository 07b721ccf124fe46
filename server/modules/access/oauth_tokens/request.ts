/** Reads the parameters of `POST /oauth/tokens`. @source RFC 6749 §2.3, §3.2, §4; docs/reference/authentication.md §4 */
import { describeUnknownScopes } from '#auth/scope_words.ts'
import { areWellFormed, splitScopes } from '#auth/scopes.ts'
import { OAuthError } from '#core/errors.ts'
import type { GrantBody } from './schema.ts'
import type { Lifetimes } from './secrets.ts'

/** The credentials of a client. `secret` null: it sent none. */
export interface ClientCredentials {
  readonly identifier: string
  readonly secret: string | null
}

const makeInvalidRequest = (description: string) => new OAuthError(400, 'invalid_request', description)

/** A parameter; an empty one counts as not sent. @throws OAuthError when it is sent twice or is not text @source RFC 6749 §3.2 */
export function readParameter<Body extends object>(body: Body, name: keyof Body & string): string | null {
  const value: unknown = body[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw makeInvalidRequest(`${name} must be sent once, as text`)
}

/** A parameter that must be sent. @throws OAuthError when it is missing */
export function readRequiredParameter<Body extends object>(body: Body, name: keyof Body & string): string {
  const value = readParameter(body, name)
  if (value === null) throw makeInvalidRequest(`${name} is missing`)
  return value
}

/**
 * The client, from the Authorization header or from the body.
 * @throws OAuthError when it is in neither or in both
 * @source RFC 6749 §2.3.1
 */
export function readClient(body: Pick<GrantBody, 'client_id' | 'client_secret'>, authorization: string | undefined): ClientCredentials {
  const [scheme = '', encoded = ''] = (authorization ?? '').trim().split(/\s+/, 2)
  const identifier = readParameter(body, 'client_id')
  const secret = readParameter(body, 'client_secret')
  if (scheme.toLowerCase() !== 'basic') {
    if (identifier === null) throw makeInvalidRequest('client_id is missing')
    return { identifier, secret }
  }
  const named = readBasic(encoded)
  if (secret !== null || (identifier !== null && identifier !== named.identifier))
    throw makeInvalidRequest('The client must be named either in the Authorization header or in the body')
  return named
}

function readBasic(encoded: string): ClientCredentials {
  const text = Buffer.from(encoded, 'base64').toString('utf8').replaceAll('\0', '')
  const colon = text.indexOf(':')
  if (colon <= 0) throw new OAuthError(401, 'invalid_client', 'The Authorization header names no client')
  return { identifier: decodeHalf(text.slice(0, colon)), secret: decodeHalf(text.slice(colon + 1)) || null }
}

/** Decodes one half of the header. Both halves are form-encoded; a malformed encoding is taken literally. */
function decodeHalf(half: string): string {
  try {
    return decodeURIComponent(half.replaceAll('+', ' ')).replaceAll('\0', '')
  } catch {
    return half // a client that does not encode: a percent sign is literal
  }
}

/** Error descriptions must not contain quotation marks. @source RFC 6749 §5.2 */
const replaceQuotes = (sentence: string) => sentence.replaceAll('"', "'")

/** The requested scopes; null when none were. @throws OAuthError */
export function readScope(body: GrantBody): string[] | null {
  const scopes = splitScopes(readParameter(body, 'scope') ?? '')
  if (!areWellFormed(scopes)) throw new OAuthError(400, 'invalid_scope', 'The scope is malformed')
  const unknown = describeUnknownScopes(scopes)
  if (unknown !== null) throw new OAuthError(400, 'invalid_scope', replaceQuotes(`Scopes: ${unknown}`))
  return scopes.length === 0 ? null : scopes
}

/**
 * Clients created before this day get access tokens that do not expire, unless they request an expiry.
 * @source docs/reference/authentication.md §4
 */
const EXPIRY_SINCE = '2026-04-30T00:00:00.000Z'
const EXPIRES_IN = { least: 300, most: 172_800, usual: 1800 }
const REFRESH_EXPIRES_IN = { least: 604_800, most: 7_776_000, usual: 2_592_000 }

/**
 * The lifetimes of the tokens. By these bounds every refresh token outlives its access token.
 * @throws OAuthError
 * @source docs/reference/authentication.md §4.3
 */
export function readLifetimes(body: GrantBody, client_created_at: string): Lifetimes {
  const usual = client_created_at < EXPIRY_SINCE ? null : EXPIRES_IN.usual
  return {
    expires_in: seconds(body, 'expires_in', EXPIRES_IN) ?? usual,
    refresh_token_expires_in: seconds(body, 'refresh_token_expires_in', REFRESH_EXPIRES_IN) ?? REFRESH_EXPIRES_IN.usual,
  }
}

function seconds(body: GrantBody, name: 'expires_in' | 'refresh_token_expires_in', bounds: { least: number; most: number }): number | null {
  const text = readParameter(body, name)
  if (text === null) return null
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < bounds.least || value > bounds.most)
    throw makeInvalidRequest(`${name} must be a whole number of seconds from ${bounds.least} to ${bounds.most}`)
  return value
}
