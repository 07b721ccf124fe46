import Type from 'typebox'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerNoContent, answerOk, route, forbidCaching } from '#http/route.ts'
import { Flag, defineInput, listQuery, Whole } from '#http/shape.ts'
import { changeApiToken, removeApiToken } from './change.ts'
import { createApiToken } from './create.ts'
import { apiTokenUrl, presentApiToken } from './present.ts'
import { lateCallers, tokenImpact } from './impact.ts'
import { requireTokenReader } from './rights.ts'
import { rotateApiToken } from './rotate.ts'
import { ApiToken, ApiTokenBody, CreatedApiToken, Impact, LateCaller, NewApiTokenBody, RotationBody } from './schema.ts'
import { API_TOKEN_SORTING, getApiToken, listApiTokens } from './store.ts'

const OneApiToken = Type.Object({ api_token: ApiToken })
const WithUsers = defineInput({ include_users: Flag })

/** @source docs/reference/authentication.md §2 */
export const apiTokenRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/api_tokens',
    name: 'api_tokens/index',
    summary: 'List API tokens',
    scope: '',
    query: listQuery({ include_users: Flag, active: Flag }),
    answer: Type.Object({ api_tokens: Type.Array(ApiToken) }),
    async handle(ctx, { query, address }) {
      requireTokenReader(ctx)
      const page = await listApiTokens(ctx, query.active, readPaging(query, API_TOKEN_SORTING, 'api_tokens/index'))
      return answerOk(
        listEnvelope(
          address,
          'api_tokens',
          page,
          page.rows.map((row) => presentApiToken(ctx, row, query.include_users === true)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/api_tokens',
    name: 'api_tokens/create',
    summary: 'Create an API token; its value is shown only in this response',
    scope: '',
    query: WithUsers,
    body: NewApiTokenBody,
    answer: Type.Object({ api_token: CreatedApiToken }),
    async handle(ctx, { query, body }) {
      const { row, token } = await createApiToken(ctx, body.api_token)
      return forbidCaching(
        answerNewRecord({ api_token: { ...presentApiToken(ctx, row, query.include_users === true), token } }, apiTokenUrl(ctx, row.id)),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/api_tokens/:id',
    name: 'api_tokens/show',
    summary: 'Show an API token',
    scope: '',
    query: WithUsers,
    answer: OneApiToken,
    async handle(ctx, { params, query }) {
      requireTokenReader(ctx)
      return answerOk({ api_token: presentApiToken(ctx, await getApiToken(ctx, params.id), query.include_users === true) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/api_tokens/:id',
    name: 'api_tokens/update',
    summary: 'Change, deactivate or reactivate an API token',
    scope: '',
    query: WithUsers,
    body: ApiTokenBody,
    answer: OneApiToken,
    async handle(ctx, { params, query, body }) {
      return answerOk({
        api_token: presentApiToken(ctx, await changeApiToken(ctx, params.id, body.api_token), query.include_users === true),
      })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/api_tokens/:id/impact',
    name: 'api_tokens/impact',
    summary: 'Show the callers and endpoints that revoking an API token would affect',
    scope: '',
    query: defineInput({ days: Whole }),
    answer: Type.Object({ impact: Impact }),
    async handle(ctx, { params, query }) {
      return answerOk({ impact: await tokenImpact(ctx, params.id, query.days) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/api_tokens/:id/rotate',
    name: 'api_tokens/rotate',
    summary: 'Rotate an API token; the new value is shown only in this response',
    scope: '',
    query: WithUsers,
    body: RotationBody,
    answer: Type.Object({ api_token: CreatedApiToken }),
    async handle(ctx, { params, query, body }) {
      const { row, token } = await rotateApiToken(ctx, params.id, body.rotation.silent_days)
      return forbidCaching(
        answerNewRecord({ api_token: { ...presentApiToken(ctx, row, query.include_users === true), token } }, apiTokenUrl(ctx, row.id)),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/api_tokens/:id/late_callers',
    name: 'api_tokens/late_callers',
    summary: 'List who still calls with an API token that was rotated',
    scope: '',
    answer: Type.Object({ late_callers: Type.Array(LateCaller) }),
    async handle(ctx, { params }) {
      return answerOk({ late_callers: await lateCallers(ctx, params.id) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/api_tokens/:id',
    name: 'api_tokens/destroy',
    summary: 'Delete an inactive API token',
    scope: '',
    async handle(ctx, { params }) {
      await removeApiToken(ctx, params.id)
      return answerNoContent()
    },
  }),
]
