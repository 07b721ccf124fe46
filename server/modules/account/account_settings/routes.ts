// THE SETTINGS OF AN ACCOUNT: the public API's settings tree, and the settings that it does not have.
// Not here: what a setting does; defaults and the form they are stored in (accounts/settings.ts).
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { answerOk, route } from '#http/route.ts'
import { defaultBrand } from '../brands/store.ts'
import { changeAccountSettings } from './account.ts'
import { changeInstanceSettings } from './instance.ts'
import { presentAccountSettings, presentInstanceSettings } from './present.ts'
import { AccountSettingsAnswer } from './public_schema.ts'
import { AccountSettingsBody, InstanceSettingsAnswer, InstanceSettingsBody } from './schema.ts'

async function answer(ctx: Context) {
  return answerOk({ settings: presentAccountSettings(ctx, (await defaultBrand(ctx)).id) })
}

/** @source docs/reference/account.md §7 */
export const accountSettingsRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/account/settings',
    name: 'account/settings/show',
    summary: 'Show the settings of the account',
    scope: '',
    answer: AccountSettingsAnswer,
    async handle(ctx) {
      requirePermission(ctx, 'settings.show')
      return answer(ctx)
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/account/settings',
    name: 'account/settings/update',
    summary: 'Change settings of the account',
    scope: '',
    body: AccountSettingsBody,
    answer: AccountSettingsAnswer,
    async handle(ctx, { body }) {
      const changed = await changeAccountSettings(ctx, body.settings)
      await ctx.services.cache.settled()
      return answer(changed)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/deskhand/settings',
    name: 'deskhand/settings/show',
    summary: 'Show the Deskhand settings: rate limit, clock, token policy',
    scope: '',
    answer: InstanceSettingsAnswer,
    async handle(ctx) {
      requirePermission(ctx, 'settings.manage')
      return answerOk({ settings: presentInstanceSettings(ctx.account.settings) })
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/deskhand/settings',
    name: 'deskhand/settings/update',
    summary: 'Update the Deskhand settings: rate limit, clock, token policy',
    scope: '',
    body: InstanceSettingsBody,
    answer: InstanceSettingsAnswer,
    handle: async (ctx, { body }) =>
      answerOk({ settings: presentInstanceSettings((await changeInstanceSettings(ctx, body.settings)).account.settings) }),
  }),
]
