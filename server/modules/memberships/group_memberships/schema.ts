/** What a group membership is on the wire, in both directions. @source docs/reference/people.md §5.1 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, Id, defineInput, listOf, Word, wrapInKey } from '#http/shape.ts'
import { Group } from '#modules/people/groups/schema.ts'
import { User } from '#modules/people/users/schema.ts'

export const GroupMembershipInput = defineInput({ user_id: Id, group_id: Id, default: Flag })
export type GroupMembershipInput = Static<typeof GroupMembershipInput>
export const GroupMembershipBody = wrapInKey('group_membership', GroupMembershipInput)
export const ManyGroupMembershipsBody = wrapInKey('group_memberships', listOf(GroupMembershipInput, MAX_AT_ONCE))
export const UserGroupMembershipBody = wrapInKey('group_membership', defineInput({ group_id: Id, default: Flag }))
export const IdsQuery = Type.Partial(Type.Object({ ids: Word }))
export const IncludeQuery = Type.Partial(Type.Object({ include: Word }))

export const GroupMembership = Type.Object({
  url: text,
  id: whole,
  user_id: whole,
  group_id: whole,
  default: flag,
  created_at: text,
  updated_at: text,
})
/** What comes along where `include` asks for it. */
export const GroupMembershipSiblings = Type.Partial(Type.Object({ users: Type.Array(User), groups: Type.Array(Group) }))

export const OneGroupMembership = Type.Object({ group_membership: GroupMembership, ...GroupMembershipSiblings.properties })
export const SomeGroupMemberships = Type.Object({ group_memberships: Type.Array(GroupMembership), ...GroupMembershipSiblings.properties })
