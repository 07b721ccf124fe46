/** Passwords of users. @source docs/reference/people.md §3 */
import Type from 'typebox'
import { deviceCookie } from '#auth/known_origins.ts'
import { texts } from '#http/answer_shape.ts'
import { answerOk, route } from '#http/route.ts'
import { changeOwnPassword, passwordRequirements, setPassword } from './passwords.ts'
import { PasswordBody } from './schema.ts'

const path = '/api/v2/users/:user_id/password'

export const passwordRoutes = [
  route({
    method: 'POST',
    path,
    name: 'passwords/create',
    summary: "Set a user's password",
    scope: 'users',
    body: PasswordBody,
    answer: Type.Object({}),
    async handle(ctx, { params, body }) {
      await setPassword(ctx, params.user_id, body.password)
      return answerOk({})
    },
  }),
  route({
    method: 'PUT',
    path,
    name: 'passwords/update',
    summary: "Change the caller's own password",
    scope: 'users',
    body: PasswordBody,
    answer: Type.Object({}),
    async handle(ctx, { params, body }) {
      const device = await changeOwnPassword(ctx, params.user_id, body)
      return device === undefined ? answerOk({}) : { ...answerOk({}), headers: { 'set-cookie': deviceCookie(ctx.caller.base_url, device) } }
    },
  }),
  route({
    method: 'GET',
    path: `${path}/requirements`,
    name: 'passwords/requirements',
    summary: 'List the password requirements',
    scope: 'users',
    answer: Type.Object({ requirements: texts }),
    handle: async (ctx, { params }) => answerOk({ requirements: await passwordRequirements(ctx, params.user_id) }),
  }),
]
