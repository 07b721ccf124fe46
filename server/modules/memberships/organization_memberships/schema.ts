/** What an organization membership is on the wire, in both directions. @source docs/reference/people.md §4.1 */
import Type, { type Static } from 'typebox'
import { flag, flagOrNull, text, whole } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, Id, defineInput, listOf, Word, wrapInKey } from '#http/shape.ts'
import { SeenOrganization } from '#modules/people/organizations/schema.ts'
import { User } from '#modules/people/users/schema.ts'

export const MembershipInput = defineInput({ user_id: Id, organization_id: Id, default: Flag })
export type MembershipInput = Static<typeof MembershipInput>
export const MembershipBody = wrapInKey('organization_membership', MembershipInput)
export const ManyMembershipsBody = wrapInKey('organization_memberships', listOf(MembershipInput, MAX_AT_ONCE))
export const UserMembershipBody = wrapInKey('organization_membership', defineInput({ organization_id: Id, default: Flag }))
export const IdsQuery = Type.Partial(Type.Object({ ids: Word }))

export const Membership = Type.Object({
  url: text,
  id: whole,
  user_id: whole,
  organization_id: whole,
  default: flagOrNull,
  created_at: text,
  organization_name: text,
  updated_at: text,
  view_tickets: flag,
})
/** What comes along where `include` asks for it. */
export const MembershipSiblings = Type.Partial(Type.Object({ users: Type.Array(User), organizations: Type.Array(SeenOrganization) }))

export const OneMembership = Type.Object({ organization_membership: Membership, ...MembershipSiblings.properties })
export const SomeMemberships = Type.Object({ organization_memberships: Type.Array(Membership), ...MembershipSiblings.properties })
