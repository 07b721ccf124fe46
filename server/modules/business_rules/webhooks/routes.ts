// WEBHOOKS: addresses outside that are called when rules or events say so.
// Not here: calling them (delivery/), which events there are (common/webhook_events/).
import { asWebhookError } from '#core/error_formats.ts'
import { readInclude } from '#http/envelope.ts'
import { readPaging } from '#http/paging.ts'
import { answerNoContent, route, forbidCaching } from '#http/route.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { changeWebhook, createWebhook, removeWebhook, replaceWebhook, resetSigningSecret, showSigningSecret } from './change.ts'
import { answerCreatedPlain, answerOkPage, answerOkPlain } from './envelope.ts'
import { presentNewWebhook, presentWebhook, presentWebhooks } from './present.ts'
import { recentCalls } from './recent_store.ts'
import { CloneQuery, OneWebhook, SigningSecret, SomeWebhooks, WebhookBody, WebhooksQuery } from './schema.ts'
import { getWebhook, listWebhooks, WEBHOOK_SORTING } from './store.ts'

const common = { scope: 'webhooks', refusal: asWebhookError, text_params: ['id'] } as const

const presentSigningSecret = (secret: string) => ({ signing_secret: { secret, algorithm: 'SHA256' } })

/** @source docs/reference/webhooks.md §1 */
export const webhookRoutes = [
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/webhooks',
    name: 'webhooks/index',
    summary: 'List webhooks',
    query: WebhooksQuery,
    answer: SomeWebhooks,
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'webhook.manage')
      const filter = { name_contains: query['filter[name_contains]'], status: query['filter[status]'] }
      const page = await listWebhooks(ctx, filter, readPaging(query, WEBHOOK_SORTING, 'webhooks/index'))
      const isAsked = readInclude(query.include).has('recent_calls')
      const recent = isAsked
        ? await recentCalls(
            ctx,
            page.rows.map(({ id }) => id),
          )
        : undefined
      return answerOkPage(address, 'webhooks', page, presentWebhooks(page.rows, recent))
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v2/webhooks',
    name: 'webhooks/create',
    summary: 'Create a webhook, or copy one',
    query: CloneQuery,
    body: WebhookBody,
    answer: OneWebhook,
    handle: async (ctx, { query, body }) =>
      answerCreatedPlain({ webhook: presentNewWebhook(await createWebhook(ctx, body.webhook, query.clone_webhook_id)) }),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/webhooks/:id',
    name: 'webhooks/show',
    summary: 'Show a webhook',
    answer: OneWebhook,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'webhook.manage')
      return answerOkPlain({ webhook: presentWebhook(await getWebhook(ctx, params.id)) })
    },
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/api/v2/webhooks/:id',
    name: 'webhooks/update',
    summary: 'Replace a webhook',
    body: WebhookBody,
    async handle(ctx, { params, body }) {
      await replaceWebhook(ctx, params.id, body.webhook)
      return answerNoContent()
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/api/v2/webhooks/:id',
    name: 'webhooks/patch',
    summary: 'Change members of a webhook',
    body: WebhookBody,
    async handle(ctx, { params, body }) {
      await changeWebhook(ctx, params.id, body.webhook)
      return answerNoContent()
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/api/v2/webhooks/:id',
    name: 'webhooks/destroy',
    summary: 'Delete a webhook with its log',
    async handle(ctx, { params }) {
      await removeWebhook(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/webhooks/:id/signing_secret',
    name: 'webhooks/show_signing_secret',
    summary: 'Show the signing secret of a webhook',
    answer: SigningSecret,
    handle: async (ctx, { params }) => forbidCaching(answerOkPlain(presentSigningSecret(await showSigningSecret(ctx, params.id)))),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v2/webhooks/:id/signing_secret',
    name: 'webhooks/reset_signing_secret',
    summary: 'Make a new signing secret',
    answer: SigningSecret,
    handle: async (ctx, { params }) => forbidCaching(answerCreatedPlain(presentSigningSecret(await resetSigningSecret(ctx, params.id)))),
  }),
]
