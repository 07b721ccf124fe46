import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { urlOf, wholeList } from '#http/envelope.ts'
import { type AnswerOf, answerOk, route } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { getTargetFailure, listTargetFailures, type TargetFailureRow } from './failure_store.ts'

const TargetFailure = Type.Object({
  url: text,
  id: whole,
  target_name: text,
  status_code: wholeOrNull,
  created_at: text,
  consecutive_failure_count: whole,
  raw_request: textOrNull,
  raw_response: textOrNull,
})

function present(ctx: Context, row: TargetFailureRow): AnswerOf<typeof TargetFailure> {
  const { id, target_name, status_code, created_at, consecutive_failure_count, raw_request, raw_response } = row
  const url = urlOf(ctx.caller.base_url, `target_failures/${id}`)
  return { url, id, target_name, status_code, created_at: wireTime(created_at), consecutive_failure_count, raw_request, raw_response }
}

/** @source docs/reference/other.md §1 */
export const targetFailureRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/target_failures',
    name: 'target_failures/index',
    summary: 'List the last failed calls of targets',
    scope: 'targets',
    shows: ['tickets'],
    answer: Type.Object({ target_failures: Type.Array(TargetFailure) }),
    async handle(ctx) {
      requirePermission(ctx, 'target.manage')
      const rows = await listTargetFailures(ctx)
      return answerOk(
        wholeList(
          'target_failures',
          rows.map((row) => present(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/target_failures/:id',
    name: 'target_failures/show',
    summary: 'Show a failed call of a target',
    scope: 'targets',
    shows: ['tickets'],
    answer: Type.Object({ target_failure: TargetFailure }),
    async handle(ctx, { params }) {
      requirePermission(ctx, 'target.manage')
      return answerOk({ target_failure: present(ctx, await getTargetFailure(ctx, params.id)) })
    },
  }),
]
