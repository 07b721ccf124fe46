import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { listEnvelope } from '#http/envelope.ts'
import { type PagingQuery, readPaging } from '#http/paging.ts'
import { type Address, answerNewRecord, answerNoContent, answerOk, route, forbidCaching } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { changeOAuthClient, removeOAuthClient } from './change.ts'
import { createOAuthClient } from './create.ts'
import { generateSecret } from './new_secret.ts'
import { oauthClientUrl, presentOAuthClient } from './present.ts'
import { NewSecretBody, NewSecretQuery, OAuthClient, OAuthClientBody } from './schema.ts'
import { getOAuthClient, listOAuthClients, OAUTH_CLIENT_SORTING, type OAuthClientFilter } from './store.ts'

const OneClient = Type.Object({ client: OAuthClient })
const ClientList = Type.Object({ clients: Type.Array(OAuthClient) })

async function list(ctx: Context, filter: OAuthClientFilter, input: { query: PagingQuery; address: Address }) {
  requirePermission(ctx, 'oauth_client.manage')
  const page = await listOAuthClients(ctx, filter, readPaging(input.query, OAUTH_CLIENT_SORTING, 'oauth_clients/index'))
  return answerOk(
    listEnvelope(
      input.address,
      'clients',
      page,
      page.rows.map((row) => presentOAuthClient(ctx, row)),
    ),
  )
}

/** @source docs/reference/authentication.md §3 */
export const oauthClientRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/oauth/clients',
    name: 'oauth_clients/index',
    summary: 'List OAuth clients',
    scope: '',
    query: listQuery({}),
    answer: ClientList,
    handle: (ctx, input) => list(ctx, { global: false }, input),
  }),
  route({
    method: 'POST',
    path: '/api/v2/oauth/clients',
    name: 'oauth_clients/create',
    summary: 'Create an OAuth client; its secret is shown only in this response',
    scope: '',
    body: OAuthClientBody,
    answer: OneClient,
    async handle(ctx, { body }) {
      const { row, secret } = await createOAuthClient(ctx, body.client)
      return forbidCaching(answerNewRecord({ client: presentOAuthClient(ctx, row, secret) }, oauthClientUrl(ctx, row.id)))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/oauth/clients/:id',
    name: 'oauth_clients/show',
    summary: 'Show an OAuth client',
    scope: '',
    answer: OneClient,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'oauth_client.manage')
      return answerOk({ client: presentOAuthClient(ctx, await getOAuthClient(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/oauth/clients/:id',
    name: 'oauth_clients/update',
    summary: 'Update an OAuth client',
    scope: '',
    body: OAuthClientBody,
    answer: OneClient,
    async handle(ctx, { params, body }) {
      return answerOk({ client: presentOAuthClient(ctx, await changeOAuthClient(ctx, params.id, body.client)) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/oauth/clients/:id',
    name: 'oauth_clients/destroy',
    summary: 'Delete an OAuth client and its tokens',
    scope: '',
    async handle(ctx, { params }) {
      await removeOAuthClient(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/oauth/clients/:id/generate_secret',
    name: 'oauth_clients/generate_secret',
    summary: 'Generate a new secret for an OAuth client',
    scope: '',
    query: NewSecretQuery,
    body: NewSecretBody,
    answer: OneClient,
    async handle(ctx, { params, query, body }) {
      const { row, secret } = await generateSecret(ctx, params.id, body.client?.overlap_seconds ?? query.overlap_seconds ?? 0)
      return forbidCaching(answerOk({ client: presentOAuthClient(ctx, row, secret) }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/me/oauth/clients',
    name: 'oauth_clients/index',
    summary: "List the caller's OAuth clients",
    scope: '',
    query: listQuery({}),
    answer: ClientList,
    handle: (ctx, input) => list(ctx, { global: false, user_id: ctx.actor.id }, input),
  }),
]
