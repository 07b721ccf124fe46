/** Users who have been deleted. @source docs/reference/people.md §1.6 */
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { CountAnswer, countEnvelope, listEnvelope } from '#http/envelope.ts'
import type { Bucket } from '#http/limits.ts'
import { readPaging } from '#http/paging.ts'
import { answerOk, route } from '#http/route.ts'
import { listQuery } from '#http/shape.ts'
import { countUsers, getVisibleUser, listUsers, USER_SORTING } from './list_store.ts'
import { presentDeletedUser } from './present.ts'
import { deleteUserPermanently } from './remove.ts'
import { DeletedUser } from './schema.ts'

const OneDeleted = Type.Object({ deleted_user: DeletedUser })
/** @source docs/reference/conventions.md §8 */
const REMOVALS: Bucket = { name: 'deleted-users-destroy', limit: 700, window_seconds: 600 }

export const deletedUserRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/deleted_users',
    name: 'deleted_users/index',
    summary: 'List deleted users',
    scope: 'users',
    query: listQuery({}),
    answer: Type.Object({ deleted_users: Type.Array(DeletedUser) }),
    async handle(ctx, { query, address }) {
      requirePermission(ctx, 'user.list')
      const page = await listUsers(ctx, { deleted: 'only' }, readPaging(query, USER_SORTING, 'deleted_users/index'))
      return answerOk(
        listEnvelope(
          address,
          'deleted_users',
          page,
          page.rows.map((row) => presentDeletedUser(ctx, row)),
        ),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/deleted_users/count',
    name: 'deleted_users/count',
    summary: 'Count deleted users',
    scope: 'users',
    answer: CountAnswer,
    async handle(ctx) {
      requirePermission(ctx, 'user.list')
      return answerOk(countEnvelope(await countUsers(ctx, { deleted: 'only' }), ctx.now))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/deleted_users/:id',
    name: 'deleted_users/show',
    summary: 'Show a deleted user',
    scope: 'users',
    answer: OneDeleted,
    async handle(ctx, { params }) {
      requirePermission(ctx, 'user.list')
      return answerOk({ deleted_user: presentDeletedUser(ctx, await getVisibleUser(ctx, params.id, 'only')) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/deleted_users/:id',
    name: 'deleted_users/destroy',
    summary: 'Permanently delete a user',
    scope: 'users',
    answer: OneDeleted,
    buckets: [REMOVALS],
    handle: async (ctx, { params }) => answerOk({ deleted_user: presentDeletedUser(ctx, await deleteUserPermanently(ctx, params.id)) }),
  }),
]
