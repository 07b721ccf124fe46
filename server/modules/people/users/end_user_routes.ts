/** The `end_users` routes that clients for end users call. The acts are those of users. @source docs/reference/clients.md §2 */
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { answerOk, route } from '#http/route.ts'
import { changeUser } from './change.ts'
import { UPDATES } from './limits.ts'
import { PHOTO_FIELD, withPhoto } from './photo.ts'
import { presentUser } from './present.ts'
import { readUser } from './read.ts'
import { OneUser, UserBody } from './schema.ts'
import type { UserRow } from './store.ts'

const present = async (ctx: Context, row: UserRow) => answerOk({ user: await presentUser(ctx, row) })

/** @throws NotFound also for staff */
async function readEndUser(ctx: Context, id: number): Promise<UserRow> {
  const row = await readUser(ctx, id)
  if (row.role !== 'end-user') throw new NotFound()
  return row
}

export const endUserRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/end_users/:id',
    name: 'end_users/show',
    summary: 'Show an end user',
    scope: 'users',
    answer: OneUser,
    handle: async (ctx, { params }) => present(ctx, await readEndUser(ctx, params.id)),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/end_users/:id',
    name: 'end_users/update',
    summary: 'Update an end user; end users can change only their own personal data',
    scope: 'users',
    body: UserBody,
    files: 'form',
    file_field: PHOTO_FIELD,
    answer: OneUser,
    buckets: [UPDATES],
    async handle(ctx, { params, body, files }) {
      await readEndUser(ctx, params.id)
      return present(ctx, await withPhoto(ctx, files, (tx) => changeUser(tx, params.id, body.user)))
    },
  }),
]
