// ORGANIZATION MEMBERSHIPS: which user belongs to which organization. The routes under a user: user_routes.ts.
// Not here: the organizations (organizations/), what a member may see (access/).
import Type from 'typebox'
import { urlOf } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery, Word } from '#http/shape.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startMembershipsCreate, startMembershipsDelete } from './bulk.ts'
import { createMembership, removeMembership } from './change.ts'
import { answerMembership, answerMemberships } from './list.ts'
import { presentMembership } from './present.ts'
import { IdsQuery, ManyMembershipsBody, MembershipBody, OneMembership, SomeMemberships } from './schema.ts'

const path = '/api/v2/organization_memberships'
const Include = Type.Partial(Type.Object({ include: Word }))

/** @source docs/reference/people.md §4.1 */
export const organizationMembershipRoutes = [
  route({
    method: 'GET',
    path,
    name: 'organization_memberships/index',
    summary: 'List organization memberships',
    scope: 'organizations',
    query: listQuery({}),
    answer: SomeMemberships,
    handle: (ctx, input) => answerMemberships(ctx, {}, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/:organization_id/organization_memberships',
    name: 'organization_memberships/index',
    summary: "List an organization's memberships",
    scope: 'organizations',
    query: listQuery({}),
    answer: SomeMemberships,
    handle: (ctx, input) => answerMemberships(ctx, { organization_id: input.params.organization_id }, input),
  }),
  route({
    method: 'POST',
    path,
    name: 'organization_memberships/create',
    summary: 'Make a user a member of an organization',
    scope: 'organizations',
    body: MembershipBody,
    answer: OneMembership,
    async handle(ctx, { body }) {
      const row = await createMembership(ctx, body.organization_membership)
      return answerNewRecord(
        { organization_membership: presentMembership(ctx, row) },
        urlOf(ctx.caller.base_url, `organization_memberships/${row.id}`),
      )
    },
  }),
  route({
    method: 'POST',
    path: `${path}/create_many`,
    name: 'organization_memberships/create_many',
    summary: 'Create up to 100 organization memberships',
    scope: 'organizations',
    body: ManyMembershipsBody,
    answer: OneJobStatus,
    handle: async (ctx, { body }) => answerOk(await startMembershipsCreate(ctx, body.organization_memberships)),
  }),
  route({
    method: 'DELETE',
    path: `${path}/destroy_many`,
    name: 'organization_memberships/destroy_many',
    summary: 'Delete up to 100 organization memberships',
    scope: 'organizations',
    query: IdsQuery,
    answer: OneJobStatus,
    handle: async (ctx, { query }) => answerOk(await startMembershipsDelete(ctx, query.ids)),
  }),
  route({
    method: 'GET',
    path: `${path}/:id`,
    name: 'organization_memberships/show',
    summary: 'Show an organization membership',
    scope: 'organizations',
    query: Include,
    answer: OneMembership,
    handle: (ctx, { params, query }) => answerMembership(ctx, params, query.include),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:id`,
    name: 'organization_memberships/destroy',
    summary: 'Delete an organization membership',
    scope: 'organizations',
    async handle(ctx, { params }) {
      await removeMembership(ctx, params)
      return answerNoContent()
    },
  }),
]
