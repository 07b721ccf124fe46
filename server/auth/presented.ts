/** Parses the credentials a request presents; does not check whether they are valid. */
import { addressKey } from '#lib/text_forms.ts'

/** Credentials as presented. `unreadable` stands for a header that matches no method. */
export type Presented =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'password'; readonly email: string; readonly password: string }
  | { readonly kind: 'api_token'; readonly email: string; readonly token: string }
  | { readonly kind: 'oauth'; readonly token: string }
  | { readonly kind: 'session'; readonly token: string }

const TOKEN_SUFFIX = '/token'
/** A scheme, and the value after it up to the next space. */
const CREDENTIALS = /^\s*(\S+)(?:\s+(\S+))?/
const BASIC = /^basic$/i
const BEARER = /^bearer$/i

function readBasic(encoded: string): Presented {
  // base64url is accepted, too, and padding may be absent: clients differ
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  // no name contains a NUL, and PostgreSQL refuses it
  if (colon === -1 || text.includes('\0')) return { kind: 'unreadable' }
  const user = text.slice(0, colon)
  const secret = text.slice(colon + 1)
  if (user.endsWith(TOKEN_SUFFIX)) return { kind: 'api_token', email: addressKey(user.slice(0, -TOKEN_SUFFIX.length)), token: secret }
  return { kind: 'password', email: addressKey(user), password: secret }
}

/** The credentials of a request: the Authorization header, else `access_token` of the query, else the session cookie. @source docs/reference/specification.md §5.1, §5.2, §5.3; docs/reference/authentication.md §1; docs/reference/clients.md §9 */
export function readPresentedCredentials(
  authorization: string | undefined,
  accessToken: string | undefined,
  sessionCookie: string | undefined,
): Presented {
  const [, scheme, value = ''] = CREDENTIALS.exec(authorization ?? '') ?? []
  if (scheme !== undefined) {
    if (BASIC.test(scheme)) return readBasic(value)
    if (BEARER.test(scheme)) return { kind: 'oauth', token: value }
    return { kind: 'unreadable' }
  }
  if (accessToken) return { kind: 'oauth', token: accessToken }
  if (sessionCookie) return { kind: 'session', token: sessionCookie }
  return { kind: 'none' }
}
