// WHICH COMPANIES OUR CUSTOMERS BELONG TO: organizations, one by one and in lists.
// Not here: who belongs to which (organization_memberships/), many at once (bulk_routes.ts), tags (tag_routes.ts).
import Type from 'typebox'
import type { Context } from '../../context.ts'
import { BadRequest, InvalidAttribute } from '../../errors.ts'
import { countEnvelope, listEnvelope, urlOf, wholeList } from '../../http/envelope.ts'
import { readIds, readWords, refuseTooMany } from '../../http/many.ts'
import { type PagingQuery, readPaging } from '../../http/paging.ts'
import { type Address, created, noContent, ok, type Result, route } from '../../http/route.ts'
import { listQuery } from '../../http/shape.ts'
import {
  changeOrganization,
  createOrganization,
  createOrChangeOrganization,
  removeOrganization,
  requireListing,
  visibleOrganization,
} from './change.ts'
import { presentOrganization } from './present.ts'
import { ManyQuery, NamedOrganizationBody, NameBody, NameQuery, Organization, OrganizationBody, SearchQuery } from './schema.ts'
import {
  countOrganizations,
  countRelated,
  findOrganizations,
  findOrganizationsByExternalId,
  listOrganizations,
  ORGANIZATION_SORTING,
  type OrganizationFilter,
  type OrganizationRow,
} from './store.ts'

const OneOrganization = Type.Object({ organization: Organization })
const ManyOrganizations = Type.Object({ organizations: Type.Array(Organization) })
const SHORTEST_NAME = 2

const one = (ctx: Context, row: OrganizationRow) => ({ organization: presentOrganization(ctx, row) })
const place = (ctx: Context, row: OrganizationRow) => urlOf(ctx.caller.base_url, `organizations/${row.id}`)

async function list(
  ctx: Context,
  filter: OrganizationFilter,
  input: { query: PagingQuery; address: Address },
  action = 'organizations/index',
): Promise<Result> {
  requireListing(ctx)
  const page = await listOrganizations(ctx, filter, readPaging(input.query, ORGANIZATION_SORTING, action))
  return ok(
    listEnvelope(
      input.address,
      'organizations',
      page,
      page.rows.map((row) => presentOrganization(ctx, row)),
    ),
  )
}

async function count(ctx: Context, filter: OrganizationFilter): Promise<Result> {
  requireListing(ctx)
  return ok(countEnvelope(await countOrganizations(ctx, filter), ctx.now))
}

async function showMany(ctx: Context, query: { ids?: string; external_ids?: string }): Promise<Result> {
  requireListing(ctx)
  const [ids, externalIds] = [readIds(query.ids, 'organizations/show_many'), readWords(query.external_ids)]
  refuseTooMany([...ids, ...externalIds])
  const rows = ids.length > 0 ? await findOrganizations(ctx, ids) : await findOrganizationsByExternalId(ctx, externalIds)
  return ok(
    wholeList(
      'organizations',
      rows.map((row) => presentOrganization(ctx, row)),
    ),
  )
}

/** By name or by external id, exactly but for the case; not by both. */
function search(ctx: Context, input: { query: PagingQuery & { name?: string; external_id?: string }; address: Address }): Promise<Result> {
  const [name, external_id] = [input.query.name?.trim() || undefined, input.query.external_id || undefined]
  if ((name === undefined) === (external_id === undefined)) throw new BadRequest('InvalidValue', 'Send either name or external_id')
  return list(ctx, name === undefined ? { external_id: external_id as string } : { name }, input, 'organizations/search')
}

function autocomplete(ctx: Context, name: string, input: { query: PagingQuery; address: Address }): Promise<Result> {
  const action = 'organizations/autocomplete'
  if (name.trim().length < SHORTEST_NAME) throw new InvalidAttribute('name', `must have ${SHORTEST_NAME} characters or more`, action)
  return list(ctx, { prefix: name.trim() }, { ...input, query: { ...input.query, sort_by: 'name' } }, action)
}

/** @source users_orgs.md §4 */
export const organizationRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/organizations',
    name: 'organizations/index',
    summary: 'List organizations',
    scope: 'organizations',
    query: listQuery({}),
    answer: ManyOrganizations,
    handle: (ctx, input) => list(ctx, {}, input),
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
      return created(one(ctx, row), place(ctx, row))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/count',
    name: 'organizations/count',
    summary: 'Count organizations',
    scope: 'organizations',
    handle: (ctx) => count(ctx, {}),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/show_many',
    name: 'organizations/show_many',
    summary: 'Show organizations by id or external id',
    scope: 'organizations',
    query: ManyQuery,
    answer: ManyOrganizations,
    handle: (ctx, { query }) => showMany(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/search',
    name: 'organizations/search',
    summary: 'Find organizations by name or external id',
    scope: 'organizations',
    query: SearchQuery,
    answer: ManyOrganizations,
    handle: async (ctx, input) => search(ctx, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/autocomplete',
    name: 'organizations/autocomplete',
    summary: 'Find organizations whose name begins so',
    scope: 'organizations',
    query: NameQuery,
    answer: ManyOrganizations,
    handle: async (ctx, input) => autocomplete(ctx, input.query.name ?? '', input),
  }),
  route({
    method: 'POST',
    path: '/api/v2/organizations/autocomplete',
    name: 'organizations/autocomplete',
    summary: 'Find organizations whose name begins so, by a name in the body',
    scope: 'organizations',
    access: 'read',
    query: NameQuery,
    body: NameBody,
    answer: ManyOrganizations,
    handle: async (ctx, input) => autocomplete(ctx, input.body.name ?? input.query.name ?? '', input),
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
      return isNew ? created(one(ctx, row), place(ctx, row)) : ok(one(ctx, row))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/:id',
    name: 'organizations/show',
    summary: 'Show an organization',
    scope: 'organizations',
    answer: OneOrganization,
    handle: async (ctx, { params }) => ok(one(ctx, await visibleOrganization(ctx, params.id))),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/organizations/:id',
    name: 'organizations/update',
    summary: 'Update an organization',
    scope: 'organizations',
    body: OrganizationBody,
    answer: OneOrganization,
    handle: async (ctx, { params, body }) => ok(one(ctx, await changeOrganization(ctx, params.id, body.organization))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/organizations/:id',
    name: 'organizations/destroy',
    summary: 'Delete an organization',
    scope: 'organizations',
    async handle(ctx, { params }) {
      await removeOrganization(ctx, params.id)
      return noContent()
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/:id/related',
    name: 'organizations/related',
    summary: "Count an organization's tickets and users",
    scope: 'organizations',
    async handle(ctx, { params }) {
      const { id } = await visibleOrganization(ctx, params.id)
      return ok({ organization_related: await countRelated(ctx, id) })
    },
  }),
]
