/** Routes of bulk operations on users. @source docs/reference/conventions.md §6 */
import Type from 'typebox'
import { answerOk, route } from '#http/route.ts'
import { Keys, Word } from '#http/shape.ts'
import { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { logoutUsers, startUsersCreate, startUsersCreateOrUpdate, startUsersDelete, startUsersUpdate } from './bulk.ts'
import { UpdateManyBody, UsersBody } from './schema.ts'

const ManyQuery = Type.Partial(Type.Object({ ids: Word, external_ids: Keys }))

export const userBulkRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/users/create_many',
    name: 'users/create_many',
    summary: 'Create up to 100 users',
    scope: 'users',
    body: UsersBody,
    answer: OneJobStatus,
    handle: async (ctx, { body }) => answerOk(await startUsersCreate(ctx, body.users)),
  }),
  route({
    method: 'POST',
    path: '/api/v2/users/create_or_update_many',
    name: 'users/create_or_update_many',
    summary: 'Create or update up to 100 users',
    scope: 'users',
    body: UsersBody,
    answer: OneJobStatus,
    handle: async (ctx, { body }) => answerOk(await startUsersCreateOrUpdate(ctx, body.users)),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/users/update_many',
    name: 'users/update_many',
    summary: 'Update up to 100 users',
    scope: 'users',
    query: ManyQuery,
    body: UpdateManyBody,
    answer: OneJobStatus,
    handle: async (ctx, { query, body }) => answerOk(await startUsersUpdate(ctx, query, body)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/users/destroy_many',
    name: 'users/destroy_many',
    summary: 'Delete up to 100 users',
    scope: 'users',
    query: ManyQuery,
    answer: OneJobStatus,
    handle: async (ctx, { query }) => answerOk(await startUsersDelete(ctx, query)),
  }),
  route({
    method: 'POST',
    path: '/api/v2/users/logout_many',
    name: 'users/logout_many',
    summary: 'End all sessions of up to 100 users',
    scope: 'users',
    query: ManyQuery,
    async handle(ctx, { query }) {
      await logoutUsers(ctx, query)
      return { status: 202 }
    },
  }),
]
