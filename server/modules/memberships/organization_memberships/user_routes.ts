/** The organizations and organization memberships of one user. */
import Type from 'typebox'
import { canSeeOrganization } from '#permissions/people_scope.ts'
import type { Context } from '#core/context.ts'
import { CountAnswer, urlOf } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery, Word } from '#http/shape.ts'
import { requireListing } from '#modules/people/organizations/change.ts'
import { answerCount, answerOrganizations } from '#modules/people/organizations/list.ts'
import { ManyOrganizations } from '#modules/people/organizations/schema.ts'
import { getVisibleUser } from '#modules/people/users/list_store.ts'
import { createMembership, makeDefault, removeMembership, requireManaging } from './change.ts'
import { answerMembership, answerMemberships } from './list.ts'
import { presentMembership } from './present.ts'
import { OneMembership, SomeMemberships, UserMembershipBody } from './schema.ts'
import { membershipsOf } from './store.ts'

const memberships = '/api/v2/users/:user_id/organization_memberships'
const organizations = '/api/v2/users/:user_id/organizations'
const Include = Type.Partial(Type.Object({ include: Word }))

async function requireUser(ctx: Context, userId: number): Promise<void> {
  requireListing(ctx)
  await getVisibleUser(ctx, userId)
}

/** @source docs/reference/people.md §4, §4.1 */
export const userOrganizationRoutes = [
  route({
    method: 'GET',
    path: memberships,
    name: 'organization_memberships/index',
    summary: "List a user's organization memberships",
    scope: 'organizations',
    query: listQuery({}),
    answer: SomeMemberships,
    handle: (ctx, input) => answerMemberships(ctx, { user_id: input.params.user_id }, input),
  }),
  route({
    method: 'POST',
    path: memberships,
    name: 'organization_memberships/create',
    summary: 'Create an organization membership for a user',
    scope: 'organizations',
    body: UserMembershipBody,
    answer: OneMembership,
    async handle(ctx, { params, body }) {
      requireManaging(ctx, await getVisibleUser(ctx, params.user_id))
      const row = await createMembership(ctx, { ...body.organization_membership, user_id: params.user_id })
      return answerNewRecord(
        { organization_membership: presentMembership(ctx, row) },
        urlOf(ctx.caller.base_url, `organization_memberships/${row.id}`),
      )
    },
  }),
  route({
    method: 'GET',
    path: `${memberships}/:id`,
    name: 'organization_memberships/show',
    summary: "Show one of a user's organization memberships",
    scope: 'organizations',
    query: Include,
    answer: OneMembership,
    handle: (ctx, { params, query }) => answerMembership(ctx, params, query.include),
  }),
  route({
    method: 'DELETE',
    path: `${memberships}/:id`,
    name: 'organization_memberships/destroy',
    summary: "End one of a user's organization memberships",
    scope: 'organizations',
    async handle(ctx, { params }) {
      await removeMembership(ctx, params)
      return answerNoContent()
    },
  }),
  route({
    method: 'PUT',
    path: `${memberships}/:id/make_default`,
    name: 'organization_memberships/make_default',
    summary: "Set a user's default organization membership",
    scope: 'organizations',
    answer: SomeMemberships,
    async handle(ctx, { params }) {
      await makeDefault(ctx, params)
      const rows = await membershipsOf(ctx, params.user_id)
      const seen = rows.filter((row) => canSeeOrganization(ctx, row.organization_id))
      return answerOk({ organization_memberships: seen.map((row) => presentMembership(ctx, row)) })
    },
  }),
  route({
    method: 'GET',
    path: organizations,
    name: 'organizations/index',
    summary: "List a user's organizations",
    scope: 'organizations',
    query: listQuery({}),
    answer: ManyOrganizations,
    async handle(ctx, input) {
      await requireUser(ctx, input.params.user_id)
      return answerOrganizations(ctx, input.params, input)
    },
  }),
  route({
    method: 'GET',
    path: `${organizations}/count`,
    name: 'organizations/count',
    summary: "Count a user's organizations",
    scope: 'organizations',
    answer: CountAnswer,
    async handle(ctx, { params }) {
      await requireUser(ctx, params.user_id)
      return answerCount(ctx, params)
    },
  }),
  route({
    method: 'PUT',
    path: `${organizations}/:organization_id/make_default`,
    name: 'organizations/make_default',
    summary: "Set a user's default organization",
    scope: 'organizations',
    answer: OneMembership,
    handle: async (ctx, { params }) => answerOk({ organization_membership: presentMembership(ctx, await makeDefault(ctx, params)) }),
  }),
  route({
    method: 'DELETE',
    path: `${organizations}/:organization_id`,
    name: 'organizations/unassign',
    summary: 'Remove a user from an organization',
    scope: 'organizations',
    async handle(ctx, { params }) {
      await removeMembership(ctx, params)
      return answerNoContent()
    },
  }),
]
