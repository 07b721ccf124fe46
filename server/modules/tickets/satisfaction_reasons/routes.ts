import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { orNotFound } from '#core/errors.ts'
import { text, whole } from '#http/answer_shape.ts'
import { urlOf, wholeList } from '#http/envelope.ts'
import { type AnswerOf, answerOk, route } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { type Reason, REASONS } from '#lib/satisfaction_reasons.ts'

const ReasonShape = Type.Object({
  url: text,
  id: whole,
  reason_code: whole,
  value: text,
  raw_value: text,
  created_at: text,
  updated_at: text,
  deleted_at: Type.Null(),
})

/** Built-in reasons have the date of the account. */
function presentReason(ctx: Context, { id, reason_code, value }: Reason): AnswerOf<typeof ReasonShape> {
  const created_at = wireTime(ctx.account.created_at)
  const url = urlOf(ctx.caller.base_url, `satisfaction_reasons/${id}`)
  return { url, id, reason_code, value, raw_value: value, created_at, updated_at: created_at, deleted_at: null }
}

/** @source docs/reference/tickets.md §10 */
export const satisfactionReasonRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/satisfaction_reasons',
    name: 'satisfaction_reasons/index',
    summary: 'List reasons for satisfaction ratings',
    scope: 'satisfaction_ratings',
    answer: Type.Object({ reasons: Type.Array(ReasonShape) }),
    async handle(ctx) {
      requirePermission(ctx, 'satisfaction_rating.list')
      return answerOk(
        wholeList(
          'reasons',
          REASONS.map((reason) => presentReason(ctx, reason)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/satisfaction_reasons/:id',
    name: 'satisfaction_reasons/show',
    summary: 'Show a reason for satisfaction ratings',
    scope: 'satisfaction_ratings',
    answer: Type.Object({ reason: Type.Array(ReasonShape) }),
    async handle(ctx, { params }) {
      requirePermission(ctx, 'satisfaction_rating.list')
      const reason = orNotFound(REASONS.find((one) => one.id === params.id))
      return answerOk({ reason: [presentReason(ctx, reason)] }) // a list of one, as documented; no client is known to use it
    },
  }),
]
