import Type from 'typebox'
import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { asScimError } from '#core/error_formats.ts'
import { NotFound, ScimError } from '#core/errors.ts'
import { type AnswerOf, type Result, route } from '#http/route.ts'
import { Anything, listOf, Members, Value, Word } from '#http/shape.ts'
import type { UserRow } from '#modules/people/users/store.ts'
import { deprovision, patch, provision, replace } from './acts.ts'
import { MAX_RESULTS, PROVIDER_CONFIG, RESOURCE_TYPE, USER_SCHEMA } from './discovery.ts'
import { parseFilter } from './filter.ts'
import { presentPerson } from './person.ts'
import { ProjectedScimUser, ScimProvider, ScimResourceTypes, ScimSchemas, ScimUser, ScimUsers, URN } from './schema.ts'
import { findStaff, getStaff } from './store.ts'
import { membersWhere } from '#lib/objects.ts'

const MEDIA_TYPE = { 'content-type': 'application/scim+json; charset=utf-8' }
const DEFAULT_COUNT = 100

const ListQuery = Type.Partial(Type.Object({ filter: Word, startIndex: Word, count: Word, attributes: Word, excludedAttributes: Word }))
const ShowQuery = Type.Partial(Type.Object({ attributes: Word, excludedAttributes: Word }))
const Operations = Type.Partial(Type.Object({ Operations: listOf(Value), schemas: Anything }))

/** Common properties of all SCIM routes. @source RFC 7644 §3.1, §3.12 */
const common = { scope: 'scim', refusal: asScimError } as const
const scimResponse = <Body>(body: Body, status = 200, headers: Record<string, string> = {}): Result<Body> => ({
  status,
  body,
  headers: { ...MEDIA_TYPE, ...headers },
})
const locationOf = (ctx: Context, id: number) => `${ctx.caller.base_url}/api/scim/v2/Users/${id}`
const presentUser = (ctx: Context, row: UserRow) => presentPerson(row, locationOf(ctx, row.id))

function idOf(text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(id)) throw new NotFound()
  return id
}

/** The requested attributes of a resource, or all but the excluded ones. @source RFC 7644 §3.9 */
function selectAttributes(
  resource: AnswerOf<typeof ScimUser>,
  query: { attributes?: string; excludedAttributes?: string },
): AnswerOf<typeof ProjectedScimUser> {
  const names = (list: string) => list.split(',').map((name) => ensureDefined(name.trim().split(/[.[]/, 1)[0]).toLowerCase())
  const { attributes, excludedAttributes } = query
  if (!attributes && !excludedAttributes) return resource
  const listed = new Set(names(ensureDefined(attributes || excludedAttributes)))
  const { schemas, id, meta, ...others } = resource
  return { schemas, id, ...membersWhere(others, (key) => listed.has(key.toLowerCase()) === Boolean(attributes)), meta }
}

function wholeNumber(word: string | undefined, fallback: number, name: string): number {
  if (!word) return fallback
  if (!/^-?\d{1,9}$/.test(word)) throw new ScimError(400, `${name} must be a whole number`, 'invalidValue')
  return Number(word)
}

/** @source RFC 7644 §3 */
export const scimRoutes = [
  route({
    ...common,
    method: 'GET',
    path: '/api/scim/v2/ServiceProviderConfig',
    name: 'scim/provider',
    summary: 'Show the SCIM service provider configuration',
    scope: null,
    anonymous: true,
    answer: ScimProvider,
    handle: async () => scimResponse(PROVIDER_CONFIG),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/scim/v2/ResourceTypes',
    name: 'scim/resource_types',
    summary: 'List SCIM resource types',
    scope: null,
    anonymous: true,
    answer: ScimResourceTypes,
    handle: async () => scimResponse({ schemas: [URN.list], totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [RESOURCE_TYPE] }),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/scim/v2/Schemas',
    name: 'scim/schemas',
    summary: 'List SCIM schemas',
    scope: null,
    anonymous: true,
    answer: ScimSchemas,
    handle: async () => scimResponse({ schemas: [URN.list], totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [USER_SCHEMA] }),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/scim/v2/Users',
    name: 'scim/index',
    summary: 'List agents and admins for an identity provider',
    query: ListQuery,
    answer: ScimUsers,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'user.manage_staff')
      const startIndex = Math.max(1, wholeNumber(query.startIndex, 1, 'startIndex'))
      const count = Math.min(MAX_RESULTS, Math.max(0, wholeNumber(query.count, DEFAULT_COUNT, 'count')))
      const comparisons = query.filter ? parseFilter(query.filter) : []
      const { rows, total } = await findStaff(ctx, comparisons, { offset: startIndex - 1, count })
      const Resources = rows.map((row) => selectAttributes(presentUser(ctx, row), query))
      return scimResponse({ schemas: [URN.list], totalResults: total, startIndex, itemsPerPage: rows.length, Resources })
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/scim/v2/Users',
    name: 'scim/create',
    summary: 'Create an agent or admin',
    body: Members,
    answer: ScimUser,
    async handle(ctx, { body }) {
      const row = await provision(ctx, body)
      return scimResponse(presentUser(ctx, row), 201, { location: locationOf(ctx, row.id) })
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/scim/v2/Users/:id',
    name: 'scim/show',
    summary: 'Show an agent or admin to an identity provider',
    text_params: ['id'],
    query: ShowQuery,
    answer: ProjectedScimUser,
    async handle(ctx, { params, query }) {
      requirePermission(ctx, 'user.manage_staff')
      return scimResponse(selectAttributes(presentUser(ctx, await getStaff(ctx, idOf(params.id))), query))
    },
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/api/scim/v2/Users/:id',
    name: 'scim/replace',
    summary: 'Replace an agent or admin',
    text_params: ['id'],
    body: Members,
    answer: ScimUser,
    handle: async (ctx, { params, body }) => scimResponse(presentUser(ctx, await replace(ctx, idOf(params.id), body))),
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/api/scim/v2/Users/:id',
    name: 'scim/patch',
    summary: 'Update an agent or admin; `active: false` revokes all their credentials',
    text_params: ['id'],
    body: Operations,
    answer: ScimUser,
    handle: async (ctx, { params, body }) => scimResponse(presentUser(ctx, await patch(ctx, idOf(params.id), body.Operations ?? []))),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/api/scim/v2/Users/:id',
    name: 'scim/destroy',
    summary: 'Delete an agent or admin and revoke all their credentials',
    text_params: ['id'],
    async handle(ctx, { params }) {
      await deprovision(ctx, idOf(params.id))
      return { status: 204 }
    },
  }),
]
