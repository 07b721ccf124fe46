/** The JSON of OAuth access tokens, as input and as output. @source docs/reference/authentication.md §4.5 */
import Type, { type Static } from 'typebox'
import { Anything, Id, input, Tags, wrapped } from '../../../http/shape.ts'

export const OAuthTokenInput = input({ client_id: Id, scopes: Tags })
export type OAuthTokenInput = Static<typeof OAuthTokenInput>
export const OAuthTokenBody = wrapped('token', OAuthTokenInput)

const OrNull = { type: ['string', 'null'] }
const MEMBERS = {
  id: Type.Integer(),
  url: Type.String(),
  user_id: Type.Integer(),
  client_id: Type.Integer(),
  /** The first ten characters; the whole token in the response that creates it. */
  token: Type.String(),
  refresh_token: Type.Unsafe<string | null>(OrNull),
  scopes: Type.Array(Type.String()),
  created_at: Type.String(),
  used_at: Type.Unsafe<string | null>(OrNull),
  expires_at: Type.Unsafe<string | null>(OrNull),
  refresh_token_expires_at: Type.Unsafe<string | null>(OrNull),
  /** How it was granted; null for one made through the API. */
  grant_type: Type.Unsafe<string | null>(OrNull),
}

export const OAuthToken = Type.Object(MEMBERS, { additionalProperties: false })
export const CreatedOAuthToken = Type.Object({ ...MEMBERS, full_token: Type.String() }, { additionalProperties: false })

/** The parameters of a grant. Any value is accepted here, because request.ts reports errors in the format of RFC 6749. */
export const GrantBody = input({
  grant_type: Anything,
  client_id: Anything,
  client_secret: Anything,
  scope: Anything,
  refresh_token: Anything,
  username: Anything,
  password: Anything,
  code: Anything,
  redirect_uri: Anything,
  code_verifier: Anything,
  expires_in: Anything,
  refresh_token_expires_in: Anything,
})
export type GrantBody = Static<typeof GrantBody>

/** The response to a grant. @source docs/reference/authentication.md §4; RFC 6749 §5.1 */
export const Grant = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('bearer'),
    scope: Type.String(),
    /** Absent for a client that acts in its own name: it can request another token. @source RFC 6749 §4.4.3 */
    refresh_token: Type.Optional(Type.String()),
    expires_in: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    refresh_token_expires_in: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
)
/** The response to a grant. */
export type Grant = Static<typeof Grant>

/** A reference to a token by a client. Any value is accepted here, as for a grant. @source RFC 7009 §2.1, RFC 7662 §2.1 */
export const TokenBody = input({ token: Anything, token_type_hint: Anything, client_id: Anything, client_secret: Anything })
export type TokenBody = Static<typeof TokenBody>

/** The description of a token; only `active: false` for one that is not active. @source RFC 7662 §2.2 */
export const Introspection = Type.Object(
  {
    active: Type.Boolean(),
    scope: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    username: Type.Optional(Type.String()),
    token_type: Type.Optional(Type.String()),
    exp: Type.Optional(Type.Integer()),
    iat: Type.Optional(Type.Integer()),
    sub: Type.Optional(Type.String()),
    iss: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type Introspection = Static<typeof Introspection>
