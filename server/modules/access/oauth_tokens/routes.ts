import Type from 'typebox'
import { can } from '#permissions/permissions.ts'
import { Forbidden } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerNoContent, answerOk, route, forbidCaching } from '#http/route.ts'
import { Flag, Id, listQuery } from '#http/shape.ts'
import { createOAuthToken, getCurrentToken, getOwnToken, revokeOAuthToken } from './change.ts'
import { oauthTokenUrl, presentOAuthToken } from './present.ts'
import { CreatedOAuthToken, OAuthToken, OAuthTokenBody } from './schema.ts'
import { listOAuthTokens, OAUTH_TOKEN_SORTING } from './store.ts'

const OneToken = Type.Object({ token: OAuthToken })

/** @source docs/reference/authentication.md §4 */
export const oauthTokenRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/oauth/tokens',
    name: 'oauth_tokens/index',
    summary: "List the caller's OAuth tokens, or everyone's with all=true",
    scope: '',
    query: listQuery({ client_id: Id, global_client_id: Id, all: Flag }),
    answer: Type.Object({ tokens: Type.Array(OAuthToken) }),
    async handle(ctx, { query, address }) {
      if (query.all === true && !can(ctx, 'oauth_token.manage_all')) throw new Forbidden()
      const client_id = query.client_id ?? query.global_client_id
      const filter = { ...(query.all === true ? {} : { user_id: ctx.actor.id }), ...(typeof client_id === 'number' ? { client_id } : {}) }
      const page = await listOAuthTokens(ctx, filter, readPaging(query, OAUTH_TOKEN_SORTING, 'oauth_tokens/index'))
      return answerOk(
        listEnvelope(
          address,
          'tokens',
          page,
          page.rows.map((row) => presentOAuthToken(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/oauth/tokens',
    name: 'oauth_tokens/create',
    summary: 'Create an OAuth token for the caller; its value is shown only in this response',
    scope: '',
    body: OAuthTokenBody,
    answer: Type.Object({ token: CreatedOAuthToken }),
    async handle(ctx, { body }) {
      const { row, token } = await createOAuthToken(ctx, body.token)
      return forbidCaching(
        answerNewRecord({ token: { ...presentOAuthToken(ctx, row), token, full_token: token } }, oauthTokenUrl(ctx, row.id)),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/oauth/tokens/current',
    name: 'oauth_tokens/current',
    summary: 'Show the OAuth token used for this request',
    scope: null,
    answer: OneToken,
    handle: async (ctx) => answerOk({ token: presentOAuthToken(ctx, await getCurrentToken(ctx)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/oauth/tokens/current',
    name: 'oauth_tokens/revoke_current',
    summary: 'Revoke the OAuth token used for this request',
    scope: null,
    async handle(ctx) {
      await revokeOAuthToken(ctx, await getCurrentToken(ctx))
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/oauth/tokens/:id',
    name: 'oauth_tokens/show',
    summary: 'Show an OAuth token',
    scope: '',
    answer: OneToken,
    handle: async (ctx, { params }) => answerOk({ token: presentOAuthToken(ctx, await getOwnToken(ctx, params.id)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/oauth/tokens/:id',
    name: 'oauth_tokens/destroy',
    summary: 'Revoke an OAuth token',
    scope: '',
    async handle(ctx, { params }) {
      await revokeOAuthToken(ctx, await getOwnToken(ctx, params.id))
      return answerNoContent()
    },
  }),
]
