import Type, { type Static } from 'typebox'
import type { Context } from '#core/context.ts'
import { InvalidAttribute } from '#core/errors.ts'
import { listEnvelope } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNewRecord, answerNoContent, answerOk, route, forbidCaching } from '#http/route.ts'
import { sendSharedSecret } from './create.ts'
import { presentSharedSecret, sharedSecretUrl } from './present.ts'
import { CreatedSharedSecret, SharedSecret, SharedSecretBody, SharedSecretQuery } from './schema.ts'
import { listSharedSecrets, SHARED_SECRET_SORTING, type SharedSecretFilter } from './store.ts'
import { readSharedSecret, withdrawSharedSecret } from './withdraw.ts'

function readFilter(ctx: Context, query: Static<typeof SharedSecretQuery>): SharedSecretFilter {
  const { id } = ctx.actor
  const box = query['filter[box]']
  const state = query['filter[state]']
  if (box !== undefined && box !== '' && box !== 'received' && box !== 'sent')
    throw new InvalidAttribute('filter[box]', 'must be received or sent', 'shared_secrets/index')
  return {
    ...(box === 'sent' ? {} : { reader_id: id }),
    ...(box === 'received' ? {} : { sender_id: id }),
    ...(state ? { state } : {}),
  }
}

/** @source docs/reference/access_governance.md §8 */
export const sharedSecretRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/shared_secrets',
    name: 'shared_secrets/index',
    summary: 'List the one-time secrets that the caller has sent or may read, the newest first',
    scope: '',
    query: SharedSecretQuery,
    answer: Type.Object({ shared_secrets: Type.Array(SharedSecret) }),
    async handle(ctx, { query, address }) {
      const page = await listSharedSecrets(ctx, readFilter(ctx, query), readPaging(query, SHARED_SECRET_SORTING, 'shared_secrets/index'))
      const secrets = page.rows.map((row) => presentSharedSecret(ctx, row))
      return answerOk(listEnvelope(address, 'shared_secrets', page, secrets))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/shared_secrets',
    name: 'shared_secrets/create',
    summary: 'Create a one-time secret for one user; its link is shown only in this response',
    scope: '',
    body: SharedSecretBody,
    answer: Type.Object({ shared_secret: CreatedSharedSecret }),
    async handle(ctx, { body }) {
      const { row, link } = await sendSharedSecret(ctx, body.shared_secret)
      return forbidCaching(answerNewRecord({ shared_secret: { ...presentSharedSecret(ctx, row), link } }, sharedSecretUrl(ctx, row.id)))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/shared_secrets/:id',
    name: 'shared_secrets/show',
    summary: 'Show a one-time secret without its value',
    scope: '',
    answer: Type.Object({ shared_secret: SharedSecret }),
    async handle(ctx, { params }) {
      return answerOk({ shared_secret: presentSharedSecret(ctx, await readSharedSecret(ctx, params.id)) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/shared_secrets/:id',
    name: 'shared_secrets/destroy',
    summary: 'Withdraw a one-time secret before it is read',
    scope: '',
    async handle(ctx, { params }) {
      await withdrawSharedSecret(ctx, params.id)
      return answerNoContent()
    },
  }),
]
