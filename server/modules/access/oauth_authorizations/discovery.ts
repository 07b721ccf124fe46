import { DOCUMENTED_SCOPES } from '#auth/scope_words.ts'
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import type { ServerMetadata } from './schema.ts'

const CONFIDENTIAL_METHODS = ['client_secret_basic', 'client_secret_post']
const CLIENT_METHODS = [...CONFIDENTIAL_METHODS, 'none']

/** The authorization server metadata of this account. @source RFC 8414 §2, RFC 9207 §3 */
export function serverMetadata({ account, caller }: Context): AnswerOf<typeof ServerMetadata> {
  const toUrl = (path: string) => `${caller.base_url}${path}`
  const passwords = account.kind === 'production' ? [] : ['password']
  return {
    issuer: caller.base_url,
    authorization_endpoint: toUrl('/oauth/authorizations/new'),
    token_endpoint: toUrl('/oauth/tokens'),
    revocation_endpoint: toUrl('/oauth/revoke'),
    introspection_endpoint: toUrl('/oauth/introspect'),
    scopes_supported: DOCUMENTED_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', ...passwords],
    token_endpoint_auth_methods_supported: CLIENT_METHODS,
    revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
    introspection_endpoint_auth_methods_supported: CONFIDENTIAL_METHODS,
    code_challenge_methods_supported: ['S256', 'plain'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: toUrl('/docs/api'),
  }
}
