// OAUTH AUTHORIZATION: the consent behind the page /oauth/authorizations/new, and the metadata that clients discover.
// Not here: exchanging the code (oauth_tokens/code.ts), the page itself (web/oauth/).
import { listDocumentedScopes } from '#auth/scope_words.ts'
import { answerOk, route, forbidCaching } from '#http/route.ts'
import { askConsent, decide } from './consent.ts'
import { serverMetadata } from './discovery.ts'
import { AuthorizationQuery, ConsentAnswer, DecisionAnswer, DecisionBody, ScopeList, ServerMetadata } from './schema.ts'

/** @source docs/reference/authentication.md §4.1; RFC 6749 §4.1; RFC 8414 */
export const oauthAuthorizationRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/oauth/authorizations/new',
    name: 'oauth_authorizations/new',
    summary: 'Show an authorization request, for the consent page',
    scope: '',
    query: AuthorizationQuery,
    answer: ConsentAnswer,
    handle: async (ctx, { query }) => forbidCaching(answerOk(await askConsent(ctx, query))),
  }),
  route({
    method: 'POST',
    path: '/api/v2/oauth/authorizations',
    name: 'oauth_authorizations/create',
    summary: 'Allow or deny the request of a client; returns where to redirect the browser',
    scope: '',
    json_only: true,
    body: DecisionBody,
    answer: DecisionAnswer,
    handle: async (ctx, { body }) => forbidCaching(answerOk({ redirect_to: await decide(ctx, body.authorization) })),
  }),
  route({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    name: 'oauth_authorizations/metadata',
    summary: 'Show the OAuth server metadata (RFC 8414)',
    scope: null,
    anonymous: true,
    credentials: 'none',
    answer: ServerMetadata,
    handle: async (ctx) => answerOk(serverMetadata(ctx)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/deskhand/oauth_scopes',
    name: 'oauth_authorizations/scopes',
    summary: 'List all scopes with their descriptions',
    scope: '',
    answer: ScopeList,
    handle: async () => answerOk({ scopes: listDocumentedScopes() }),
  }),
]
