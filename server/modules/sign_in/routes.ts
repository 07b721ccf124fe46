/** Every route of signing in: sessions, second factors, identity providers, password links. */
import type { AnyRoute } from '#http/route.ts'
import { identityProviderRoutes } from './identity_providers/routes.ts'
import { ssoRoutes } from './identity_providers/sso_routes.ts'
import { passwordLinkRoutes } from './password_links/routes.ts'
import { remoteAuthenticationRoutes } from './remote_authentications/routes.ts'
import { secondFactorRoutes } from './second_factors/routes.ts'
import { securitySettingsRoutes } from './security_settings/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'

export const signInRoutes: readonly AnyRoute[] = [
  ...identityProviderRoutes,
  ...ssoRoutes,
  ...passwordLinkRoutes,
  ...remoteAuthenticationRoutes,
  ...secondFactorRoutes,
  ...securitySettingsRoutes,
  ...sessionRoutes,
]
