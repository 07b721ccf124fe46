/** What a merge of organizations is on the wire. @source docs/reference/people.md §4 */
import Type from 'typebox'
import { Id, input, wrapped } from '../../../http/shape.ts'

export const MergeBody = wrapped('organization_merge', input({ winner_id: Id }))

export const Merge = Type.Object({
  id: Type.String(),
  loser_id: Type.Integer(),
  winner_id: Type.Integer(),
  status: Type.String(),
  url: Type.String(),
})
