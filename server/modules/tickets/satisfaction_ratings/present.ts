import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import { reasonByCode } from '#lib/satisfaction_reasons.ts'
import type { RatingRow } from './store.ts'
import type { Rating } from './schema.ts'

/** A rating as JSON. @source docs/reference/tickets.md §10 */
export function presentRating(ctx: Context, row: RatingRow): AnswerOf<typeof Rating> {
  const reason = reasonByCode(row.reason_code)
  return {
    url: urlOf(ctx.caller.base_url, `satisfaction_ratings/${row.id}`),
    id: row.id,
    assignee_id: row.assignee_id,
    group_id: row.group_id,
    requester_id: row.requester_id,
    ticket_id: row.ticket_id,
    score: row.score,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    comment: row.comment,
    reason: reason?.value ?? null,
    reason_id: reason?.id ?? null,
    reason_code: row.reason_code,
  }
}
