import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { NotFound } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { Flag, Id, listQuery } from '#http/shape.ts'
import { presentGlobalClient, presentTokenSummary } from './present.ts'
import { GlobalClient, TokenSummary } from './schema.ts'
import { getOAuthClient, listOAuthClients, OAUTH_CLIENT_SORTING, summarizeTokens } from './store.ts'

/** Clients of other parties. @source docs/reference/authentication.md §3, §3.1 */
export const globalClientRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/oauth/global_clients',
    name: 'oauth_global_clients/index',
    summary: 'List global OAuth clients',
    scope: '',
    query: listQuery({}),
    answer: Type.Object({ global_clients: Type.Array(GlobalClient) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'oauth_client.manage')
      const page = await listOAuthClients(ctx, { global: true }, readPaging(query, OAUTH_CLIENT_SORTING, 'oauth_global_clients/index'))
      return answerOk(listEnvelope(address, 'global_clients', page, page.rows.map(presentGlobalClient)))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/oauth/global_clients/token_summary',
    name: 'oauth_global_clients/token_summary',
    summary: 'Count the tokens of global OAuth clients',
    scope: '',
    query: listQuery({ global_client_id: Id, include_expired: Flag }),
    answer: Type.Object({ global_clients: Type.Array(TokenSummary) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'oauth_client.manage')
      const { global_client_id: id } = query
      const filter = { global: true, ...(typeof id === 'number' ? { id } : {}) }
      const page = await listOAuthClients(ctx, filter, readPaging(query, OAUTH_CLIENT_SORTING, 'oauth_global_clients/token_summary'))
      const ids = page.rows.map((row) => row.id)
      const summaries = await summarizeTokens(ctx, ids, query.include_expired === true)
      return answerOk(listEnvelope(address, 'global_clients', page, summaries.map(presentTokenSummary)))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/oauth/global_clients/:id',
    name: 'oauth_global_clients/show',
    summary: 'Show a global OAuth client',
    scope: '',
    answer: Type.Object({ global_client: GlobalClient }),
    async handle(ctx, { params }) {
      requirePermission(ctx, 'oauth_client.manage')
      const row = await getOAuthClient(ctx, params.id)
      if (!row.global) throw new NotFound()
      return answerOk({ global_client: presentGlobalClient(row) })
    },
  }),
]
