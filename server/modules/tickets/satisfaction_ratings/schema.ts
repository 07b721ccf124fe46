/** Request and response schemas of ratings. @source docs/reference/tickets.md §10 */
import Type, { type Static } from 'typebox'
import { text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Id, defineInput, Text, Whole, wrapInKey } from '#http/shape.ts'

export const RatingInput = defineInput({ score: Text, comment: Text, reason: Text, reason_id: Id, reason_code: Whole })
export type RatingInput = Static<typeof RatingInput>
export const RatingBody = wrapInKey('satisfaction_rating', RatingInput)

export const Rating = Type.Object({
  url: text,
  id: whole,
  assignee_id: wholeOrNull,
  group_id: wholeOrNull,
  requester_id: whole,
  ticket_id: whole,
  score: text,
  created_at: text,
  updated_at: text,
  comment: textOrNull,
  reason: textOrNull,
  reason_id: wholeOrNull,
  reason_code: wholeOrNull,
})
