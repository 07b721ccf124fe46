/** Lists of users. @source docs/reference/people.md §1.1 */
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { CountAnswer, countEnvelope, listEnvelope, wholeList } from '#http/envelope.ts'
import { readIds, readList } from '#http/bulk_ids.ts'
import { type PagingQuery, readPaging, type Sorting } from '#http/paging.ts'
import { type Address, answerOk, route } from '#http/route.ts'
import { Flag, Id, Keys, listQuery, Tags, Word } from '#http/shape.ts'
import { countUsers, findListed, listUsers, USER_SORTING, type UserFilter } from './list_store.ts'
import { listFilter } from './read.ts'
import { SomeUsers } from './schema.ts'
import { presentIncluding, sideLoad } from './side_load.ts'

const FILTERS = { role: Tags, permission_set: Id, external_id: Keys }
const ListQuery = listQuery(FILTERS)
const CountQuery = Type.Partial(Type.Object(FILTERS))

interface Filters {
  readonly role?: string[]
  readonly permission_set?: number | null
  readonly external_id?: string
}

const filterOf = (query: Filters): UserFilter => ({
  roles: query.role,
  custom_role_id: query.permission_set ?? undefined,
  external_id: query.external_id,
})

/** A page of users with side-loaded records. */
export async function userPage(
  ctx: Context,
  filter: UserFilter,
  input: { query: PagingQuery & { include?: string }; address: Address },
  sorting: Sorting = USER_SORTING,
) {
  const page = await listUsers(ctx, filter, readPaging(input.query, sorting, 'users/index'))
  return answerOk(
    listEnvelope(
      input.address,
      'users',
      page,
      await presentIncluding(ctx, page.rows, input.query.include),
      await sideLoad(ctx, page.rows, input.query.include),
    ),
  )
}

async function list(ctx: Context, where: UserFilter, input: { query: PagingQuery & Filters & { include?: string }; address: Address }) {
  return userPage(ctx, await listFilter(ctx, { ...filterOf(input.query), ...where }), input)
}

async function count(ctx: Context, where: UserFilter, query: Filters) {
  return answerOk(countEnvelope(await countUsers(ctx, await listFilter(ctx, { ...filterOf(query), ...where })), ctx.now))
}

export const userListRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/users',
    name: 'users/index',
    summary: 'List users',
    scope: 'users',
    query: ListQuery,
    answer: SomeUsers,
    handle: (ctx, input) => list(ctx, {}, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/count',
    name: 'users/count',
    summary: 'Count users',
    scope: 'users',
    query: CountQuery,
    answer: CountAnswer,
    handle: (ctx, { query }) => count(ctx, {}, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/:organization_id/users',
    name: 'users/index',
    summary: "List an organization's users",
    scope: 'users',
    query: ListQuery,
    answer: SomeUsers,
    handle: (ctx, input) => list(ctx, { organization_id: input.params.organization_id }, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/organizations/:organization_id/users/count',
    name: 'users/count',
    summary: "Count an organization's users",
    scope: 'users',
    query: CountQuery,
    answer: CountAnswer,
    handle: (ctx, { params, query }) => count(ctx, { organization_id: params.organization_id }, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/groups/:group_id/users',
    name: 'users/index',
    summary: "List a group's agents",
    scope: 'users',
    query: ListQuery,
    answer: SomeUsers,
    handle: (ctx, input) => list(ctx, { group_id: input.params.group_id }, input),
  }),
  route({
    method: 'GET',
    path: '/api/v2/groups/:group_id/users/count',
    name: 'users/count',
    summary: "Count a group's agents",
    scope: 'users',
    query: CountQuery,
    answer: CountAnswer,
    handle: (ctx, { params, query }) => count(ctx, { group_id: params.group_id }, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/show_many',
    name: 'users/show_many',
    summary: 'Show up to 100 users by id or external id',
    scope: 'users',
    query: Type.Partial(Type.Object({ ids: Word, external_ids: Keys, include_deleted: Flag, include: Word })),
    answer: SomeUsers,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'user.list')
      const named =
        query.ids === undefined ? { external_ids: readList(query.external_ids) } : { ids: readIds(query.ids, 'users/show_many') }
      const rows = await findListed(ctx, { ...named, ...(query.include_deleted === true ? { deleted: 'too' } : {}) })
      return answerOk(wholeList('users', await presentIncluding(ctx, rows, query.include), await sideLoad(ctx, rows, query.include)))
    },
  }),
]
