/** The OAuth endpoints that clients call with their own credentials, outside /api/v2. */
import { answerOk, route, forbidCaching } from '#http/route.ts'
import { grantToken } from './grant.ts'
import { introspect } from './introspect.ts'
import { revokeByClient } from './revoke.ts'
import { Grant, GrantBody, Introspection, Revocation, TokenBody } from './schema.ts'

/** RFC 6749 says 200, the public documentation 201; clients accept both. @source RFC 6749 §5.1; docs/reference/authentication.md §4.2 */
const GRANTED_STATUS = 200
/** No user is signed in: the Authorization header, if any, identifies the client. */
const ofClients = { scope: null, anonymous: true, credentials: 'none' } as const

/** @source docs/reference/authentication.md §4; RFC 7009; RFC 7662 */
export const oauthEndpointRoutes = [
  route({
    ...ofClients,
    method: 'POST',
    path: '/oauth/tokens',
    name: 'oauth_tokens/grant',
    summary: 'Grant an access token (JSON or form body)',
    body: GrantBody,
    answer: Grant,
    handle: async (ctx, { body, authorization }) =>
      forbidCaching({ status: GRANTED_STATUS, body: await grantToken(ctx, body, authorization), headers: { pragma: 'no-cache' } }),
  }),
  route({
    ...ofClients,
    method: 'POST',
    path: '/oauth/revoke',
    name: 'oauth_tokens/revoke_by_client',
    summary: 'Revoke a token of the calling client (JSON or form body)',
    body: TokenBody,
    answer: Revocation,
    async handle(ctx, { body, authorization }) {
      await revokeByClient(ctx, body, authorization)
      return forbidCaching(answerOk({})) // RFC 7009 §2.2 has clients ignore the body, but some expect JSON
    },
  }),
  route({
    ...ofClients,
    method: 'POST',
    path: '/oauth/introspect',
    name: 'oauth_tokens/introspect',
    summary: 'Introspect a token of the calling client (JSON or form body)',
    body: TokenBody,
    answer: Introspection,
    handle: async (ctx, { body, authorization }) => forbidCaching(answerOk(await introspect(ctx, body, authorization))),
  }),
]
