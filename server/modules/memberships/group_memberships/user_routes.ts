/** The group memberships of one agent. */
import { answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { getVisibleUser } from '#modules/people/users/list_store.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { createGroupMembership, makeDefaultGroup, removeGroupMembership } from './change.ts'
import { answerCreated, answerGroupMembership, answerGroupMemberships } from './list.ts'
import { presentGroupMembership } from './present.ts'
import { IncludeQuery, OneGroupMembership, SomeGroupMemberships, UserGroupMembershipBody } from './schema.ts'
import { groupMembershipsOf } from './store.ts'

const path = '/api/v2/users/:user_id/group_memberships'

/** @source docs/reference/people.md §5.1 */
export const userGroupMembershipRoutes = [
  route({
    method: 'GET',
    path,
    name: 'group_memberships/index',
    summary: "List an agent's group memberships",
    scope: 'groups',
    query: listQuery({}),
    answer: SomeGroupMemberships,
    handle: (ctx, input) => answerGroupMemberships(ctx, input.params, input),
  }),
  route({
    method: 'POST',
    path,
    name: 'group_memberships/create',
    summary: 'Add a user to a group',
    scope: 'groups',
    body: UserGroupMembershipBody,
    answer: OneGroupMembership,
    async handle(ctx, { params, body }) {
      requirePermission(ctx, 'membership.manage')
      const { id } = await getVisibleUser(ctx, params.user_id)
      return answerCreated(ctx, await createGroupMembership(ctx, { ...body.group_membership, user_id: id }))
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:id`,
    name: 'group_memberships/show',
    summary: "Show one of an agent's group memberships",
    scope: 'groups',
    query: IncludeQuery,
    answer: OneGroupMembership,
    handle: (ctx, { params, query }) => answerGroupMembership(ctx, params, query.include),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:id`,
    name: 'group_memberships/destroy',
    summary: "Delete one of an agent's group memberships",
    scope: 'groups',
    async handle(ctx, { params }) {
      await removeGroupMembership(ctx, params)
      return answerNoContent()
    },
  }),
  route({
    method: 'PUT',
    path: `${path}/:id/make_default`,
    name: 'group_memberships/make_default',
    summary: "Set an agent's default group membership",
    scope: 'groups',
    answer: SomeGroupMemberships,
    async handle(ctx, { params }) {
      const { user_id } = await makeDefaultGroup(ctx, params)
      const rows = await groupMembershipsOf(ctx, user_id)
      return answerOk({ group_memberships: rows.map((row) => presentGroupMembership(ctx, row)) })
    },
  }),
]
