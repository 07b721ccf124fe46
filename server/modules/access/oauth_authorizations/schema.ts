/** The JSON of authorization requests and decisions. @source RFC 6749 §4.1.1, RFC 7636 §4.3 */
import Type, { type Static } from 'typebox'
import { flag, oneOf, text, textOrNull, texts, whole } from '#http/answer_shape.ts'
import { defineInput, Text, Value, wrapInKey } from '#http/shape.ts'
import { CLIENT_KINDS } from '../oauth_clients/schema.ts'

/** The request of a client. Any value is accepted here, because request.ts reports errors in the format of RFC 6749. */
const REQUEST = {
  response_type: Value,
  client_id: Value,
  redirect_uri: Value,
  scope: Value,
  state: Value,
  code_challenge: Value,
  code_challenge_method: Value,
}
export const AuthorizationQuery = defineInput(REQUEST)
export type AuthorizationQuery = Static<typeof AuthorizationQuery>

export const DecisionInput = defineInput({ ...REQUEST, decision: Text })
export type DecisionInput = Static<typeof DecisionInput>
export const DecisionBody = wrapInKey('authorization', DecisionInput)

const ScopeInWords = Type.Object({ scope: text, title: text, is_broad: flag, is_in_person: flag }, { additionalProperties: false })

/** What the user sees before the decision. */
const Authorization = Type.Object(
  {
    client: Type.Object(
      {
        name: text,
        identifier: text,
        company: text,
        description: text,
        logo_url: textOrNull,
        kind: oneOf(CLIENT_KINDS),
      },
      { additionalProperties: false },
    ),
    user: Type.Object({ id: whole, name: text, email: textOrNull }, { additionalProperties: false }),
    scopes: Type.Array(ScopeInWords),
    /** Host and port of the redirect URI. */
    redirect_host: text,
  },
  { additionalProperties: false },
)

/** Either the request to show, or the redirect for a request that is refused. */
export const ConsentAnswer = Type.Object(
  { authorization: Type.Optional(Authorization), redirect_to: Type.Optional(text) },
  { additionalProperties: false },
)
export const DecisionAnswer = Type.Object({ redirect_to: text }, { additionalProperties: false })

/** All documented scopes. */
export const ScopeList = Type.Object({ scopes: Type.Array(ScopeInWords) }, { additionalProperties: false })

/** @source RFC 8414 §2, RFC 9207 §3 */
export const ServerMetadata = Type.Object({
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  revocation_endpoint: text,
  introspection_endpoint: text,
  scopes_supported: texts,
  response_types_supported: texts,
  response_modes_supported: texts,
  grant_types_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  revocation_endpoint_auth_methods_supported: texts,
  introspection_endpoint_auth_methods_supported: texts,
  code_challenge_methods_supported: texts,
  authorization_response_iss_parameter_supported: flag,
  service_documentation: text,
})
