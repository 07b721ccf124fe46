// GROUP MEMBERSHIPS: which agent works in which group. The routes under a user: user_routes.ts.
// Not here: the groups (groups/), what a member may see (access/).
import { answerNoContent, answerOk, route } from '#http/route.ts'
import { Id, listQuery } from '#http/shape.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startGroupMembershipsCreate, startGroupMembershipsDelete } from './bulk.ts'
import { createGroupMembership, removeGroupMembership } from './change.ts'
import { answerCreated, answerGroupMembership, answerGroupMemberships } from './list.ts'
import {
  GroupMembershipBody,
  IdsQuery,
  IncludeQuery,
  ManyGroupMembershipsBody,
  OneGroupMembership,
  SomeGroupMemberships,
} from './schema.ts'
import type { GroupMembershipFilter } from './store.ts'

const path = '/api/v2/group_memberships'

/** Filters by agent, by group or by both. An empty value is no filter. */
const filterOf = ({ user_id, group_id }: { user_id?: number | null; group_id?: number | null }): GroupMembershipFilter => ({
  ...(typeof user_id === 'number' ? { user_id } : {}),
  ...(typeof group_id === 'number' ? { group_id } : {}),
})

/** @source docs/reference/people.md §5.1 */
export const groupMembershipRoutes = [
  route({
    method: 'GET',
    path,
    name: 'group_memberships/index',
    summary: 'List group memberships',
    scope: 'groups',
    query: listQuery({ user_id: Id, group_id: Id }),
    answer: SomeGroupMemberships,
    handle: (ctx, input) => answerGroupMemberships(ctx, filterOf(input.query), input),
  }),
  route({
    method: 'GET',
    path: `${path}/assignable`,
    name: 'group_memberships/assignable',
    summary: 'List group memberships of agents who can be assigned tickets',
    scope: 'groups',
    query: listQuery({}),
    answer: SomeGroupMemberships,
    handle: (ctx, input) => answerGroupMemberships(ctx, { assignable: true }, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/groups/:group_id/memberships',
    name: 'group_memberships/index',
    summary: "List a group's memberships",
    scope: 'groups',
    query: listQuery({}),
    answer: SomeGroupMemberships,
    handle: (ctx, input) => answerGroupMemberships(ctx, input.params, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/groups/:group_id/memberships/assignable',
    name: 'group_memberships/assignable',
    summary: "List a group's memberships of assignable agents",
    scope: 'groups',
    query: listQuery({}),
    answer: SomeGroupMemberships,
    handle: (ctx, input) => answerGroupMemberships(ctx, { ...input.params, assignable: true }, input),
  }),
  route({
    method: 'POST',
    path,
    name: 'group_memberships/create',
    summary: 'Create a group membership',
    scope: 'groups',
    body: GroupMembershipBody,
    answer: OneGroupMembership,
    handle: async (ctx, { body }) => answerCreated(ctx, await createGroupMembership(ctx, body.group_membership)),
  }),
  route({
    method: 'POST',
    path: `${path}/create_many`,
    name: 'group_memberships/create_many',
    summary: 'Create up to 100 group memberships',
    scope: 'groups',
    body: ManyGroupMembershipsBody,
    answer: OneJobStatus,
    handle: async (ctx, { body }) => answerOk(await startGroupMembershipsCreate(ctx, body.group_memberships)),
  }),
  route({
    method: 'DELETE',
    path: `${path}/destroy_many`,
    name: 'group_memberships/destroy_many',
    summary: 'Delete up to 100 group memberships',
    scope: 'groups',
    query: IdsQuery,
    answer: OneJobStatus,
    handle: async (ctx, { query }) => answerOk(await startGroupMembershipsDelete(ctx, query.ids)),
  }),
  route({
    method: 'GET',
    path: `${path}/:id`,
    name: 'group_memberships/show',
    summary: 'Show a group membership',
    scope: 'groups',
    query: IncludeQuery,
    answer: OneGroupMembership,
    handle: (ctx, { params, query }) => answerGroupMembership(ctx, params, query.include),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:id`,
    name: 'group_memberships/destroy',
    summary: 'Delete a group membership',
    scope: 'groups',
    async handle(ctx, { params }) {
      await removeGroupMembership(ctx, params)
      return answerNoContent()
    },
  }),
]
