import Type from 'typebox'
import { requirePermission } from '../../access/permissions.ts'
import type { Context } from '../../context.ts'
import { countEnvelope, listEnvelope, urlOf, wholeList } from '../../http/envelope.ts'
import type { Bucket } from '../../http/limits.ts'
import { readIds, readWords } from '../../http/many.ts'
import { type PagingQuery, readPaging, type Sorting } from '../../http/paging.ts'
import { type Address, created, ok, type Result, route } from '../../http/route.ts'
import { Flag, Id, listQuery, Tags, Word } from '../../http/shape.ts'
import { changeUser } from './change.ts'
import { createUser } from './create.ts'
import { createOrUpdateUser } from './create_or_update.ts'
import { countUsers, findListed, listUsers, USER_SORTING, type UserFilter } from './list_store.ts'
import { mergeUsers } from './merge.ts'
import { presentUser } from './present.ts'
import { listFilter, readRelated, readUser } from './read.ts'
import { removeUser } from './remove.ts'
import { MergeBody, OneUser, SomeUsers, UserBody } from './schema.ts'
import { sideLoad } from './side_load.ts'
import type { UserRow } from './store.ts'

const FILTERS = { role: Tags, permission_set: Id, external_id: Word }
const ListQuery = listQuery(FILTERS)
const CountQuery = Type.Partial(Type.Object(FILTERS))
const ShowQuery = Type.Partial(Type.Object({ include: Word }))

/** Five changes a minute of one user. @source conventions.md §8 */
const UPDATES: Bucket = {
  name: 'users-update',
  limit: 5,
  window_seconds: 60,
  per: 'id',
  refusal: 'You have exceeded the rate limit for updating a single unique user. Please try again in a minute.',
}

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

/** A page of users with what is to be sent along. */
export async function userPage(
  ctx: Context,
  filter: UserFilter,
  input: { query: PagingQuery & { include?: string }; address: Address },
  sorting: Sorting = USER_SORTING,
): Promise<Result> {
  const page = await listUsers(ctx, filter, readPaging(input.query, sorting, 'users/index'))
  return ok(
    listEnvelope(
      input.address,
      'users',
      page,
      page.rows.map((row) => presentUser(ctx, row)),
      await sideLoad(ctx, page.rows, input.query.include),
    ),
  )
}

async function list(
  ctx: Context,
  where: UserFilter,
  input: { query: PagingQuery & Filters & { include?: string }; address: Address },
): Promise<Result> {
  return userPage(ctx, await listFilter(ctx, { ...filterOf(input.query), ...where }), input)
}

async function count(ctx: Context, where: UserFilter, query: Filters): Promise<Result> {
  return ok(countEnvelope(await countUsers(ctx, await listFilter(ctx, { ...filterOf(query), ...where })), ctx.now))
}

const one = (ctx: Context, row: UserRow) => ({ user: presentUser(ctx, row) })
const addressOf = (ctx: Context, row: UserRow) => urlOf(ctx.caller.base_url, `users/${row.id}`)

/** @source users_orgs.md §1.1 */
export const userRoutes = [
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
    handle: (ctx, { params, query }) => count(ctx, { group_id: params.group_id }, query),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/show_many',
    name: 'users/show_many',
    summary: 'Show up to 100 users by id or external id',
    scope: 'users',
    query: Type.Partial(Type.Object({ ids: Word, external_ids: Word, include_deleted: Flag, include: Word })),
    answer: SomeUsers,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'user.list')
      const named =
        query.ids === undefined ? { external_ids: readWords(query.external_ids) } : { ids: readIds(query.ids, 'users/show_many') }
      const rows = await findListed(ctx, { ...named, ...(query.include_deleted === true ? { deleted: 'too' } : {}) })
      return ok(
        wholeList(
          'users',
          rows.map((row) => presentUser(ctx, row)),
          await sideLoad(ctx, rows, query.include),
        ),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/users',
    name: 'users/create',
    summary: 'Create a user',
    scope: 'users',
    body: UserBody,
    answer: OneUser,
    async handle(ctx, { body }) {
      const row = await createUser(ctx, body.user)
      return created(one(ctx, row), addressOf(ctx, row))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/users/create_or_update',
    name: 'users/create_or_update',
    summary: 'Create a user, or update the one with this external id or e-mail address',
    scope: 'users',
    body: UserBody,
    answer: OneUser,
    async handle(ctx, { body }) {
      const { user, created: isNew } = await createOrUpdateUser(ctx, body.user)
      return isNew ? created(one(ctx, user), addressOf(ctx, user)) : ok(one(ctx, user))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:id',
    name: 'users/show',
    summary: 'Show a user',
    scope: 'users',
    query: ShowQuery,
    answer: OneUser,
    async handle(ctx, { params, query }) {
      const row = await readUser(ctx, params.id)
      return ok({ ...one(ctx, row), ...(await sideLoad(ctx, [row], query.include)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/users/:id',
    name: 'users/update',
    summary: 'Update a user',
    scope: 'users',
    body: UserBody,
    answer: OneUser,
    buckets: [UPDATES],
    handle: async (ctx, { params, body }) => ok(one(ctx, await changeUser(ctx, params.id, body.user))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/users/:id',
    name: 'users/destroy',
    summary: 'Delete a user',
    scope: 'users',
    answer: OneUser,
    handle: async (ctx, { params }) => ok(one(ctx, await removeUser(ctx, params.id))),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:id/related',
    name: 'users/related',
    summary: 'Show how much hangs on a user',
    scope: 'users',
    handle: async (ctx, { params }) => ok({ user_related: await readRelated(ctx, params.id) }),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/users/:id/merge',
    name: 'users/merge',
    summary: 'Merge an end user into another',
    scope: 'users',
    body: MergeBody,
    answer: OneUser,
    handle: async (ctx, { params, body }) => ok(one(ctx, await mergeUsers(ctx, params.id, body.user))),
  }),
]
