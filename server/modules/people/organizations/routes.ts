// ORGANIZATIONS: the companies that users belong to, one by one. Finding them: find_routes.ts.
// Not here: memberships (organization_memberships/), bulk operations (bulk_routes.ts), tags (tag_routes.ts).
import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { whole } from '#http/answer_shape.ts'
import { urlOf } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { changeOrganization, createOrganization, createOrChangeOrganization, removeOrganization, visibleOrganization } from './change.ts'
import { answerOrganizations } from './list.ts'
import { presentWholeOrganization } from './present.ts'
import { ManyOrganizations, NamedOrganizationBody, OneOrganization, OrganizationBody } from './schema.ts'
import { countRelated, type OrganizationRow } from './store.ts'

const presentOrganizationBody = async (ctx: Context, row: OrganizationRow) => ({ organization: await presentWholeOrganization(ctx, row) })
const place = (ctx: Context, row: OrganizationRow) => urlOf(ctx.caller.base_url, `organizations/${row.id}`)

/** @source docs/reference/people.md §4 */
export const organizationRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/organizations',
    name: 'organizations/index',
    summary: 'List organizations',
    scope: 'organizations',
    query: listQuery({}),
    answer: ManyOrganizations,
    handle: (ctx, input) => answerOrganizations(ctx, {}, input),
  }),
  route({
    method: 'POST',
    path: '/api/v2/organizations',
    name: 'organizations/create',
    summary: 'Create an organization',
    scope: 'organizations',
    body: OrganizationBody,
    answer: OneOrganization,
    async handle(ctx, { body }) {
      const row = await createOrganization(ctx, body.organization)
      return answerNewRecord(await presentOrganizationBody(ctx, row), place(ctx, row))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/organizations/create_or_update',
    name: 'organizations/create_or_update',
    summary: 'Create an organization, or update the one with the same id or external id',
    scope: 'organizations',
    body: NamedOrganizationBody,
    answer: OneOrganization,
    async handle(ctx, { body }) {
      const { row, isNew } = await createOrChangeOrganization(ctx, body.organization)
      return isNew
        ? answerNewRecord(await presentOrganizationBody(ctx, row), place(ctx, row))
        : answerOk(await presentOrganizationBody(ctx, row))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/:id',
    name: 'organizations/show',
    summary: 'Show an organization',
    scope: 'organizations',
    answer: OneOrganization,
    handle: async (ctx, { params }) => answerOk(await presentOrganizationBody(ctx, await visibleOrganization(ctx, params.id))),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/organizations/:id',
    name: 'organizations/update',
    summary: 'Update an organization',
    scope: 'organizations',
    body: OrganizationBody,
    answer: OneOrganization,
    handle: async (ctx, { params, body }) =>
      answerOk(await presentOrganizationBody(ctx, await changeOrganization(ctx, params.id, body.organization))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/organizations/:id',
    name: 'organizations/destroy',
    summary: 'Delete an organization',
    scope: 'organizations',
    async handle(ctx, { params }) {
      await removeOrganization(ctx, params.id)
      return answerNoContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/:id/related',
    name: 'organizations/related',
    summary: "Count an organization's tickets and users",
    scope: 'organizations',
    answer: Type.Object({ organization_related: Type.Object({ tickets_count: whole, users_count: whole }) }),
    async handle(ctx, { params }) {
      const { id } = await visibleOrganization(ctx, params.id)
      return answerOk({ organization_related: await countRelated(ctx, id) })
    },
  }),
]
