import { asWebhookError } from '#core/error_formats.ts'
import { InvalidAttribute, NotFound } from '#core/errors.ts'
import type { Bucket } from '#http/limits.ts'
import { readPaging } from '#http/paging.ts'
import { route } from '#http/route.ts'
import { toDate } from '#lib/clock.ts'
import { textOf } from '#lib/json.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { hasInvocation, INVOCATION_SORTING, listAttempts, listInvocations } from './log_store.ts'
import { answerOkPage, answerOkPlain } from '../envelope.ts'
import { presentAttempt, presentInvocation } from './present.ts'
import { InvocationsQuery, SomeAttempts, SomeInvocations, TestAnswer, TestBody, TestQuery } from '../schema.ts'
import { getWebhook } from '../store.ts'
import { tryWebhook } from './try.ts'

/** @source docs/reference/conventions.md §8 */
const TESTS: Bucket = { name: 'webhooks-test', limit: 20, window_seconds: 60 }
const common = { scope: 'webhooks', refusal: asWebhookError } as const

/** A moment of a filter: a date, or seconds since 1970. @throws InvalidAttribute */
function momentOf(name: string, value: unknown): Date | undefined {
  const text = textOf(value)
  if (text === '') return undefined
  const moment = /^\d{1,11}$/.test(text) ? toDate(Number(text) * 1000) : toDate(text)
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999 || moment.getUTCFullYear() < 1)
    throw new InvalidAttribute(name, 'must be a date', 'webhooks/invocations')
  return moment
}

/** @source docs/reference/webhooks.md §1, §2 */
export const webhookDeliveryRoutes = [
  route({
    ...common,
    method: 'POST',
    path: '/api/v2/webhooks/test',
    name: 'webhooks/test',
    summary: 'Call a receiver once, to test it',
    buckets: [TESTS],
    query: TestQuery,
    body: TestBody,
    answer: TestAnswer,
    async handle(ctx, { query, body }) {
      const { status_code, answer } = await tryWebhook(ctx, body.request ?? {}, query.webhook_id)
      return answerOkPlain({ response: { headers: answer.headers, status_code, payload: answer.payload } })
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/webhooks/:id/invocations',
    name: 'webhooks/invocations',
    summary: 'List the calls of a webhook',
    text_params: ['id'],
    query: InvocationsQuery,
    answer: SomeInvocations,
    async handle(ctx, { params, query, address }) {
      requirePermission(ctx, 'webhook.manage')
      await getWebhook(ctx, params.id)
      const filter = {
        status: query['filter[status]'],
        from: momentOf('filter[from_ts]', query['filter[from_ts]']),
        to: momentOf('filter[to_ts]', query['filter[to_ts]']),
      }
      const page = await listInvocations(ctx, params.id, filter, readPaging(query, INVOCATION_SORTING, 'webhooks/invocations'))
      return answerOkPage(address, 'invocations', page, page.rows.map(presentInvocation))
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/webhooks/:id/invocations/:invocation_id/attempts',
    name: 'webhooks/attempts',
    summary: 'List the attempts of a call',
    // what was sent: events of tickets and of people
    shows: ['tickets', 'users', 'organizations'],
    text_params: ['id', 'invocation_id'],
    answer: SomeAttempts,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'webhook.manage')
      const rows = await listAttempts(ctx, params.id, params.invocation_id)
      if (rows.length === 0 && !(await hasInvocation(ctx, params.id, params.invocation_id))) throw new NotFound()
      return answerOkPlain({ attempts: rows.map(presentAttempt) })
    },
  }),
]
