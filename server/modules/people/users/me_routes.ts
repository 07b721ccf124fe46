/** The caller as a user. @source docs/reference/people.md §1, §1.8 */
import Type from 'typebox'
import { answerOk, route } from '#http/route.ts'
import { Word } from '#http/shape.ts'
import { changeUser } from './change.ts'
import { changePreferences, readPreferences } from './preferences.ts'
import { PHOTO_FIELD, withPhoto } from './photo.ts'
import { presentCurrentUser, presentUser } from './present.ts'
import { readCaller } from './read.ts'
import { OneCurrentUser, OnePreferences, OneUser, PreferencesBody, UserBody } from './schema.ts'
import { sideLoad } from './side_load.ts'

export const meRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/users/me',
    name: 'users/me',
    summary: 'Show the calling user',
    scope: 'users',
    anonymous: true,
    while_enrolling: true,
    query: Type.Partial(Type.Object({ include: Word })),
    answer: OneCurrentUser,
    async handle(ctx, { query, csrf }) {
      const row = await readCaller(ctx)
      return answerOk({
        user: await presentCurrentUser(ctx, row, csrf),
        ...(row === undefined ? {} : await sideLoad(ctx, [row], query.include)),
      })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/users/me',
    name: 'users/update',
    summary: 'Update the calling user',
    scope: 'users',
    body: UserBody,
    files: 'form',
    file_field: PHOTO_FIELD,
    answer: OneUser,
    async handle(ctx, { body, files }) {
      const row = await withPhoto(ctx, files, (tx) => changeUser(tx, ctx.actor.id, body.user))
      return answerOk({ user: await presentUser(ctx, row) })
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/me/settings',
    name: 'user_settings/show',
    summary: "Show the caller's preferences",
    scope: 'users',
    answer: OnePreferences,
    handle: async (ctx) => answerOk({ settings: await readPreferences(ctx) }),
  }),
  route({
    method: 'PUT',
    path: '/api/v2/users/me/settings',
    name: 'user_settings/update',
    summary: "Change the caller's preferences",
    scope: 'users',
    body: PreferencesBody,
    answer: OnePreferences,
    handle: async (ctx, { body }) => answerOk({ settings: await changePreferences(ctx, body.settings) }),
  }),
]
