// SECURITY SETTINGS, AS THE PUBLIC API SHOWS THEM. Not here: changing them (account_settings/), and their effects (auth/).
import { requirePermission } from '#permissions/permissions.ts'
import { answerOk, route } from '#http/route.ts'
import { getBrand } from '#modules/account/brands/store.ts'
import { activeIdentityProviders } from '../identity_providers/store.ts'
import { presentSecuritySettings } from './present.ts'
import { SecuritySettingsAnswer, SecuritySettingsQuery } from './schema.ts'

/** @source docs/reference/account.md §9 */
export const securitySettingsRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/security_settings',
    name: 'security_settings/show',
    summary: 'Show the security settings',
    scope: 'security',
    query: SecuritySettingsQuery,
    answer: SecuritySettingsAnswer,
    async handle(ctx, { query }) {
      requirePermission(ctx, 'settings.manage')
      // they are the same for every brand, but the brand must exist
      if (typeof query.brand_id === 'number') await getBrand(ctx, query.brand_id)
      return answerOk({ security_settings: presentSecuritySettings(ctx, (await activeIdentityProviders(ctx)).length) })
    },
  }),
]
