/** What a merge of organizations is on the wire. @source docs/reference/people.md §4 */
import Type from 'typebox'
import { text, whole } from '#http/answer_shape.ts'
import { Id, defineInput, wrapInKey } from '#http/shape.ts'

export const MergeBody = wrapInKey('organization_merge', defineInput({ winner_id: Id }))

export const Merge = Type.Object({
  id: text,
  loser_id: whole,
  winner_id: whole,
  status: text,
  url: text,
})
