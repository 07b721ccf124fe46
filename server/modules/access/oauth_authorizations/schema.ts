/** The JSON of authorization requests and decisions. @source RFC 6749 §4.1.1, RFC 7636 §4.3 */
import Type, { type Static } from 'typebox'
import { Anything, input, Text, wrapped } from '../../../http/shape.ts'

/** The request of a client. Any value is accepted here, because request.ts reports errors in the format of RFC 6749. */
const REQUEST = {
  response_type: Anything,
  client_id: Anything,
  redirect_uri: Anything,
  scope: Anything,
  state: Anything,
  code_challenge: Anything,
  code_challenge_method: Anything,
}
export const AuthorizationQuery = input(REQUEST)
export type AuthorizationQuery = Static<typeof AuthorizationQuery>

export const DecisionInput = input({ ...REQUEST, decision: Text })
export type DecisionInput = Static<typeof DecisionInput>
export const DecisionBody = wrapped('authorization', DecisionInput)

const TextOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })

const ScopeInWords = Type.Object({ scope: Type.String(), title: Type.String(), is_broad: Type.Boolean() }, { additionalProperties: false })

/** What the user sees before the decision. */
const Authorization = Type.Object(
  {
    client: Type.Object(
      {
        name: Type.String(),
        identifier: Type.String(),
        company: Type.String(),
        description: Type.String(),
        logo_url: TextOrNull,
        kind: Type.String(),
      },
      { additionalProperties: false },
    ),
    user: Type.Object({ id: Type.Integer(), name: Type.String(), email: TextOrNull }, { additionalProperties: false }),
    scopes: Type.Array(ScopeInWords),
    /** Host and port of the redirect URI. */
    redirect_host: Type.String(),
  },
  { additionalProperties: false },
)

/** Either the request to show, or the redirect for a request that is refused. */
export const ConsentAnswer = Type.Object(
  { authorization: Type.Optional(Authorization), redirect_to: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
export const DecisionAnswer = Type.Object({ redirect_to: Type.String() }, { additionalProperties: false })

/** All documented scopes. */
export const ScopeList = Type.Object({ scopes: Type.Array(ScopeInWords) }, { additionalProperties: false })

/** @source RFC 8414 §2, RFC 9207 §3 */
export const ServerMetadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  introspection_endpoint: Type.String(),
  scopes_supported: Type.Array(Type.String()),
  response_types_supported: Type.Array(Type.String()),
  grant_types_supported: Type.Array(Type.String()),
  code_challenge_methods_supported: Type.Array(Type.String()),
  authorization_response_iss_parameter_supported: Type.Boolean(),
})
