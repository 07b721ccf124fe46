import Type from 'typebox'
import type { Context } from '../../../context.ts'
import { type AnswerOf, noContent, route, uncached } from '../../../http/route.ts'
import { createInstance, dropInstance, type MadeInstance } from './change.ts'
import { requireOperator } from './operator.ts'
import { Instance, InstanceBody } from './schema.ts'

function present(ctx: Context, { subdomain, name, owner, token }: MadeInstance): AnswerOf<typeof Instance> {
  const { protocol, port } = new URL(ctx.caller.base_url)
  const host = `${subdomain}.${ctx.services.config.domain}${port === '' ? '' : `:${port}`}`
  return { subdomain, name, kind: 'development', url: `${protocol}//${host}`, host, owner, api_token: token }
}

/** @source docs/testing.md */
export const instanceRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/deskhand/instances',
    name: 'instances/create',
    summary: 'Create a development instance for tests or trials',
    scope: null,
    anonymous: true,
    credentials: 'none',
    json_only: true,
    body: InstanceBody,
    answer: Type.Object({ instance: Instance }),
    async handle(ctx, { body, authorization }) {
      requireOperator(ctx, authorization)
      return uncached({ status: 201, body: { instance: present(ctx, await createInstance(ctx, body.instance)) } })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/deskhand/instances/:subdomain',
    name: 'instances/destroy',
    summary: 'Delete an instance, except the first one and production instances',
    scope: null,
    anonymous: true,
    credentials: 'none',
    text_params: ['subdomain'],
    async handle(ctx, { params, authorization }) {
      requireOperator(ctx, authorization)
      await dropInstance(ctx, params.subdomain)
      return noContent()
    },
  }),
]
