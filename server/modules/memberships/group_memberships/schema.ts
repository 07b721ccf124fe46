/** What a group membership is on the wire, in both directions. @source docs/reference/people.md §5.1 */
import Type, { type Static } from 'typebox'
import { MOST_AT_ONCE } from '../../../http/bulk_ids.ts'
import { Flag, Id, input, listOf, Word, wrapped } from '../../../http/shape.ts'

export const GroupMembershipInput = input({ user_id: Id, group_id: Id, default: Flag })
export type GroupMembershipInput = Static<typeof GroupMembershipInput>
export const GroupMembershipBody = wrapped('group_membership', GroupMembershipInput)
export const ManyGroupMembershipsBody = wrapped('group_memberships', listOf(GroupMembershipInput, MOST_AT_ONCE))
export const UserGroupMembershipBody = wrapped('group_membership', input({ group_id: Id, default: Flag }))
export const IdsQuery = Type.Partial(Type.Object({ ids: Word }))
export const IncludeQuery = Type.Partial(Type.Object({ include: Word }))

export const GroupMembership = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  user_id: Type.Integer(),
  group_id: Type.Integer(),
  default: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
})

export const OneGroupMembership = Type.Object({ group_membership: GroupMembership })
export const SomeGroupMemberships = Type.Object({ group_memberships: Type.Array(GroupMembership) })
