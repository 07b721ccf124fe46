import { requirePermission } from '#permissions/permissions.ts'
import { wholeList } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { changeTarget, createTarget, removeTarget } from './change.ts'
import { presentTarget, targetUrl } from './present.ts'
import { OneTarget, SomeTargets, TargetBody } from './schema.ts'
import { getTarget, listTargets } from './store.ts'

/** @source docs/reference/other.md §1 */
export const targetRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/targets',
    name: 'targets/index',
    summary: 'List targets',
    scope: 'targets',
    answer: SomeTargets,
    async handle(ctx) {
      requirePermission(ctx, 'target.list')
      const rows = await listTargets(ctx)
      return answerOk(
        wholeList(
          'targets',
          rows.map((row) => presentTarget(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/targets',
    name: 'targets/create',
    summary: 'Create a target',
    scope: 'targets',
    body: TargetBody,
    answer: OneTarget,
    async handle(ctx, { body }) {
      const row = await createTarget(ctx, body.target)
      return answerNewRecord({ target: presentTarget(ctx, row) }, targetUrl(ctx, row))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/targets/:id',
    name: 'targets/show',
    summary: 'Show a target',
    scope: 'targets',
    answer: OneTarget,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'target.list')
      return answerOk({ target: presentTarget(ctx, await getTarget(ctx, params.id)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/targets/:id',
    name: 'targets/update',
    summary: 'Change a target',
    scope: 'targets',
    body: TargetBody,
    answer: OneTarget,
    handle: async (ctx, { params, body }) => answerOk({ target: presentTarget(ctx, await changeTarget(ctx, params.id, body.target)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/targets/:id',
    name: 'targets/destroy',
    summary: 'Delete a target',
    scope: 'targets',
    async handle(ctx, { params }) {
      await removeTarget(ctx, params.id)
      return answerNoContent()
    },
  }),
]
