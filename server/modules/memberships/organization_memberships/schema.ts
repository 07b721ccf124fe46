/** What an organization membership is on the wire, in both directions. @source docs/reference/people.md §4.1 */
import Type, { type Static } from 'typebox'
import { MOST_AT_ONCE } from '../../../http/bulk_ids.ts'
import { Flag, Id, input, listOf, Word, wrapped } from '../../../http/shape.ts'

export const MembershipInput = input({ user_id: Id, organization_id: Id, default: Flag })
export type MembershipInput = Static<typeof MembershipInput>
export const MembershipBody = wrapped('organization_membership', MembershipInput)
export const ManyMembershipsBody = wrapped('organization_memberships', listOf(MembershipInput, MOST_AT_ONCE))
export const UserMembershipBody = wrapped('organization_membership', input({ organization_id: Id, default: Flag }))
export const IdsQuery = Type.Partial(Type.Object({ ids: Word }))

export const Membership = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  user_id: Type.Integer(),
  organization_id: Type.Integer(),
  default: Type.Union([Type.Boolean(), Type.Null()]),
  created_at: Type.String(),
  organization_name: Type.String(),
  updated_at: Type.String(),
  view_tickets: Type.Boolean(),
})
