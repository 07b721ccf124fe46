/** Request and response schemas of ratings. @source docs/reference/tickets.md §10 */
import Type, { type Static } from 'typebox'
import { Id, input, Text, Whole, wrapped } from '../../../http/shape.ts'

export const RatingInput = input({ score: Text, comment: Text, reason: Text, reason_id: Id, reason_code: Whole })
export type RatingInput = Static<typeof RatingInput>
export const RatingBody = wrapped('satisfaction_rating', RatingInput)

const nullable = (type: string) => Type.Unsafe<unknown>({ type: [type, 'null'] })

export const Rating = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  assignee_id: nullable('integer'),
  group_id: nullable('integer'),
  requester_id: Type.Integer(),
  ticket_id: Type.Integer(),
  score: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
  comment: nullable('string'),
  reason: nullable('string'),
  reason_id: nullable('integer'),
  reason_code: nullable('integer'),
})
