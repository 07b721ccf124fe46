/** The JSON of OAuth access tokens, as input and as output. @source docs/reference/authentication.md §4.5 */
import Type, { type Static } from 'typebox'
import { flag, text, textOrNull, texts, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Id, defineInput, Tags, Value, wrapInKey } from '#http/shape.ts'

export const OAuthTokenInput = defineInput({ client_id: Id, scopes: Tags })
export type OAuthTokenInput = Static<typeof OAuthTokenInput>
export const OAuthTokenBody = wrapInKey('token', OAuthTokenInput)

const MEMBERS = {
  id: whole,
  url: text,
  user_id: whole,
  client_id: whole,
  /** The first ten characters; the whole token in the response that creates it. */
  token: text,
  refresh_token: textOrNull,
  scopes: texts,
  created_at: text,
  used_at: textOrNull,
  expires_at: textOrNull,
  refresh_token_expires_at: textOrNull,
  /** How it was granted; null for one made through the API. */
  grant_type: textOrNull,
}

export const OAuthToken = Type.Object(MEMBERS, { additionalProperties: false })
export const CreatedOAuthToken = Type.Object({ ...MEMBERS, full_token: text }, { additionalProperties: false })

/** The parameters of a grant. Any value is accepted here, because request.ts reports errors in the format of RFC 6749. */
export const GrantBody = defineInput({
  grant_type: Value,
  client_id: Value,
  client_secret: Value,
  scope: Value,
  refresh_token: Value,
  username: Value,
  password: Value,
  code: Value,
  redirect_uri: Value,
  code_verifier: Value,
  expires_in: Value,
  refresh_token_expires_in: Value,
})
export type GrantBody = Static<typeof GrantBody>

/** The response to a grant. @source docs/reference/authentication.md §4; RFC 6749 §5.1 */
export const Grant = Type.Object(
  {
    access_token: text,
    token_type: Type.Literal('bearer'),
    scope: text,
    /** Absent for a client that acts in its own name: it can request another token. @source RFC 6749 §4.4.3 */
    refresh_token: Type.Optional(text),
    expires_in: wholeOrNull,
    refresh_token_expires_in: Type.Optional(whole),
  },
  { additionalProperties: false },
)
/** The response to a grant. */
export type Grant = Static<typeof Grant>

/** A reference to a token by a client. Any value is accepted here, as for a grant. @source RFC 7009 §2.1, RFC 7662 §2.1 */
export const TokenBody = defineInput({ token: Value, token_type_hint: Value, client_id: Value, client_secret: Value })
export type TokenBody = Static<typeof TokenBody>

/** A token was ended, or was none: nothing else is said. @source RFC 7009 §2.2 */
export const Revocation = Type.Object({}, { additionalProperties: false })

/** The description of a token; only `active: false` for one that is not active. @source RFC 7662 §2.2 */
export const Introspection = Type.Object(
  {
    active: flag,
    scope: Type.Optional(text),
    client_id: Type.Optional(text),
    username: Type.Optional(text),
    token_type: Type.Optional(text),
    exp: Type.Optional(whole),
    iat: Type.Optional(whole),
    sub: Type.Optional(text),
    iss: Type.Optional(text),
  },
  { additionalProperties: false },
)
export type Introspection = Static<typeof Introspection>
