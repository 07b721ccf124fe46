import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import { answerNewRecord, answerNoContent, answerOk, route, forbidCaching } from '#http/route.ts'
import { requireSession } from '#auth/in_person.ts'
import { confirmEnrolment, renewRecoveryCodes, resetSecondFactor, startEnrolment, turnOff } from './enrol.ts'
import { presentSecondFactor } from './present.ts'
import { NewSecondFactor, OneSecondFactor, SecondFactorBody, WithRecoveryCodes } from './schema.ts'
import { findSecondFactor } from './store.ts'

const path = '/api/v2/users/me/second_factor'

const state = async (ctx: Context) => presentSecondFactor(ctx, await findSecondFactor(ctx, ctx.actor.id))

/** The caller's own second factor, and the reset by an admin. All of them need a session. */
export const secondFactorRoutes = [
  route({
    method: 'GET',
    path,
    name: 'second_factor/show',
    summary: "Show the caller's second-factor status",
    scope: 'users',
    while_enrolling: true,
    answer: OneSecondFactor,
    async handle(ctx) {
      requireSession(ctx)
      return answerOk({ second_factor: await state(ctx) })
    },
  }),
  route({
    method: 'POST',
    path,
    name: 'second_factor/create',
    summary: 'Start second-factor setup; the secret is shown once',
    scope: 'users',
    while_enrolling: true,
    body: SecondFactorBody,
    answer: NewSecondFactor,
    async handle(ctx, { body }) {
      const made = await startEnrolment(ctx, body.second_factor)
      return forbidCaching(
        answerNewRecord({ second_factor: { ...(await state(ctx)), ...made } }, urlOf(ctx.caller.base_url, 'users/me/second_factor')),
      )
    },
  }),
  route({
    method: 'POST',
    path: `${path}/confirm`,
    name: 'second_factor/confirm',
    summary: 'Turn the second factor on with a first code; shows the recovery codes once',
    scope: 'users',
    while_enrolling: true,
    body: SecondFactorBody,
    answer: WithRecoveryCodes,
    async handle(ctx, { body }) {
      const recovery_codes = await confirmEnrolment(ctx, body.second_factor)
      return forbidCaching(answerOk({ second_factor: await state(ctx), recovery_codes }))
    },
  }),
  route({
    method: 'POST',
    path: `${path}/recovery_codes`,
    name: 'second_factor/recovery_codes',
    summary: 'Generate new recovery codes, shown once; the old ones become invalid',
    scope: 'users',
    body: SecondFactorBody,
    answer: WithRecoveryCodes,
    async handle(ctx, { body }) {
      const recovery_codes = await renewRecoveryCodes(ctx, body.second_factor)
      return forbidCaching(answerOk({ second_factor: await state(ctx), recovery_codes }))
    },
  }),
  route({
    method: 'DELETE',
    path,
    name: 'second_factor/destroy',
    summary: 'Turn the second factor off',
    scope: 'users',
    body: SecondFactorBody,
    async handle(ctx, { body }) {
      await turnOff(ctx, body.second_factor)
      return answerNoContent()
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/users/:user_id/second_factor',
    name: 'second_factor/reset',
    summary: 'Reset the second factor of a user who has lost it',
    scope: 'users',
    async handle(ctx, { params }) {
      await resetSecondFactor(ctx, params.user_id)
      return answerNoContent()
    },
  }),
]
