import type { Context } from '#core/context.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { wholeList } from '#http/envelope.ts'
import { type AnswerOf, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { ticketSkills } from '#modules/tickets/tickets/skill_store.ts'
import { skillDefinitions } from '../attributes/definitions.ts'
import { SkillDefinitions } from '../attributes/schema.ts'
import { changeQueue, createQueue, removeQueue, reorderQueues } from './change.ts'
import { presentQueues } from './present.ts'
import { OneQueue, OrderBody, QueueBody, type QueueShape, SomeQueues } from './schema.ts'
import { getQueue, listQueues, type QueueRow } from './store.ts'
import { ensureDefined } from '#lib/defined.ts'

const ORDER = 'queues/order'

async function presentQueueBody(ctx: Context, row: QueueRow): Promise<{ readonly queue: AnswerOf<QueueShape> }> {
  const [queue] = await presentQueues(ctx, [row])
  return { queue: ensureDefined(queue) }
}

/** @source docs/reference/other.md §13 */
export const queueRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/queues',
    name: 'queues/index',
    summary: 'List queues',
    scope: '',
    answer: SomeQueues,
    async handle(ctx) {
      requirePermission(ctx, 'queue.manage')
      return answerOk(wholeList('queues', await presentQueues(ctx, await listQueues(ctx))))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/queues',
    name: 'queues/create',
    summary: 'Create a queue',
    scope: '',
    body: QueueBody,
    answer: OneQueue,
    async handle(ctx, { body }) {
      const answer = await presentQueueBody(ctx, await createQueue(ctx, body.queue))
      return answerNewRecord(answer, answer.queue.url)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/queues/definitions',
    name: 'queues/definitions',
    summary: 'List the fields that conditions of queues may name',
    scope: '',
    answer: SkillDefinitions,
    async handle(ctx) {
      requirePermission(ctx, 'queue.manage')
      const { catalogue } = await ticketSkills(ctx)
      const known = skillDefinitions(catalogue)
      return answerOk({ definitions: { conditions_all: known, conditions_any: known } })
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/queues/order',
    name: ORDER,
    summary: 'Put all queues in another order',
    scope: '',
    body: OrderBody,
    async handle(ctx, { body }) {
      await reorderQueues(ctx, body.queue_ids, ORDER)
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/queues/:id',
    name: 'queues/show',
    summary: 'Show a queue',
    scope: '',
    text_params: ['id'],
    answer: OneQueue,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'queue.show')
      return answerOk(await presentQueueBody(ctx, await getQueue(ctx, params.id)))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/queues/:id',
    name: 'queues/update',
    summary: 'Change a queue',
    scope: '',
    text_params: ['id'],
    body: QueueBody,
    answer: OneQueue,
    handle: async (ctx, { params, body }) => answerOk(await presentQueueBody(ctx, await changeQueue(ctx, params.id, body.queue))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/queues/:id',
    name: 'queues/destroy',
    summary: 'Delete a queue',
    scope: '',
    text_params: ['id'],
    async handle(ctx, { params }) {
      await removeQueue(ctx, params.id)
      return answerNoContent()
    },
  }),
]
