import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import { answerNewRecord, answerOk, route } from '#http/route.ts'
import { Word } from '#http/shape.ts'
import { changeUser } from './change.ts'
import { createUser } from './create.ts'
import { createOrUpdateUser } from './create_or_update.ts'
import { UPDATES } from './limits.ts'
import { mergeUsers } from './merge.ts'
import { PHOTO_FIELD, withPhoto } from './photo.ts'
import { presentUser } from './present.ts'
import { readRelated, readUser } from './read.ts'
import { removeUser } from './remove.ts'
import { MergeBody, OneUser, RelatedToUser, UserBody, UserSiblings } from './schema.ts'
import { presentOneIncluding, sideLoad } from './side_load.ts'
import type { UserRow } from './store.ts'

const ShowQuery = Type.Partial(Type.Object({ include: Word }))

const presentUserBody = async (ctx: Context, row: UserRow) => ({ user: await presentUser(ctx, row) })
const addressOf = (ctx: Context, row: UserRow) => urlOf(ctx.caller.base_url, `users/${row.id}`)

/** @source docs/reference/people.md §1.1 */
export const userRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/users',
    name: 'users/create',
    summary: 'Create a user',
    scope: 'users',
    body: UserBody,
    files: 'form',
    file_field: PHOTO_FIELD,
    answer: OneUser,
    async handle(ctx, { body, files }) {
      const row = await withPhoto(ctx, files, (tx) => createUser(tx, body.user))
      return answerNewRecord(await presentUserBody(ctx, row), addressOf(ctx, row))
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
      return isNew ? answerNewRecord(await presentUserBody(ctx, user), addressOf(ctx, user)) : answerOk(await presentUserBody(ctx, user))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:id',
    name: 'users/show',
    summary: 'Show a user',
    scope: 'users',
    query: ShowQuery,
    answer: Type.Object({ ...OneUser.properties, ...UserSiblings.properties }),
    async handle(ctx, { params, query }) {
      const row = await readUser(ctx, params.id)
      return answerOk({ user: await presentOneIncluding(ctx, row, query.include), ...(await sideLoad(ctx, [row], query.include)) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/users/:id',
    name: 'users/update',
    summary: 'Update a user',
    scope: 'users',
    body: UserBody,
    files: 'form',
    file_field: PHOTO_FIELD,
    answer: OneUser,
    buckets: [UPDATES],
    handle: async (ctx, { params, body, files }) =>
      answerOk(await presentUserBody(ctx, await withPhoto(ctx, files, (tx) => changeUser(tx, params.id, body.user)))),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/users/:id',
    name: 'users/destroy',
    summary: 'Delete a user',
    scope: 'users',
    answer: OneUser,
    handle: async (ctx, { params }) => answerOk(await presentUserBody(ctx, await removeUser(ctx, params.id))),
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:id/related',
    name: 'users/related',
    summary: "Count a user's related records",
    scope: 'users',
    answer: Type.Object({ user_related: RelatedToUser }),
    handle: async (ctx, { params }) => answerOk({ user_related: await readRelated(ctx, params.id) }),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/users/:id/merge',
    name: 'users/merge',
    summary: 'Merge an end user into another',
    scope: 'users',
    body: MergeBody,
    answer: OneUser,
    handle: async (ctx, { params, body }) => answerOk(await presentUserBody(ctx, await mergeUsers(ctx, params.id, body.user))),
  }),
]
