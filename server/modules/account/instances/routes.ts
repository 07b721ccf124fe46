import Type from 'typebox'
import { hashSecret, sameHash } from '#core/secrets.ts'
import type { Context } from '#core/context.ts'
import { InvalidBearer, InvalidEndpoint } from '#core/errors.ts'
import { type AnswerOf, answerNoContent, route, forbidCaching } from '#http/route.ts'
import { createInstance, dropInstance, type MadeInstance } from './change.ts'
import { Instance, InstanceBody } from './schema.ts'

function present(ctx: Context, { subdomain, name, owner, token }: MadeInstance): AnswerOf<typeof Instance> {
  const { protocol, port } = new URL(ctx.caller.base_url)
  const host = `${subdomain}.${ctx.services.config.domain}${port === '' ? '' : `:${port}`}`
  return { subdomain, name, kind: 'development', url: `${protocol}//${host}`, host, owner, api_token: token }
}

/**
 * Requires the operator's secret. The route exists only on the first instance, and only if a secret is configured.
 * @throws InvalidEndpoint @throws InvalidBearer
 */
function requireOperator({ account, services }: Context, authorization: string | undefined): void {
  const { instances_secret } = services.config
  if (instances_secret === null || !account.is_default) throw new InvalidEndpoint()
  const given = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!sameHash(hashSecret(services.pepper, given), hashSecret(services.pepper, instances_secret))) throw new InvalidBearer()
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
      return forbidCaching({ status: 201, body: { instance: present(ctx, await createInstance(ctx, body.instance)) } })
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
      return answerNoContent()
    },
  }),
]
