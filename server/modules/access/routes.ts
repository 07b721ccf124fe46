/** Every route of access governance: requests, tokens, OAuth, secrets, integrations, provisioning. */
import type { AnyRoute } from '#http/route.ts'
import { openSecretRoutes } from './access_requests/grants/open_routes.ts'
import { accessRequestGrantRoutes } from './access_requests/grants/routes.ts'
import { accessRequestHistoryRoutes } from './access_requests/history_routes.ts'
import { accessPeopleRoutes } from './access_requests/people/routes.ts'
import { accessRequestRoutes } from './access_requests/routes.ts'
import { apiTokenRoutes } from './api_tokens/routes.ts'
import { authorizedApplicationRoutes } from './authorized_applications/routes.ts'
import { credentialActivityRoutes } from './credential_activity/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { leakedSecretRoutes } from './leaked_secrets/routes.ts'
import { oauthAuthorizationRoutes } from './oauth_authorizations/routes.ts'
import { globalClientRoutes } from './oauth_clients/global_routes.ts'
import { oauthClientRoutes } from './oauth_clients/routes.ts'
import { oauthEndpointRoutes } from './oauth_tokens/endpoint_routes.ts'
import { oauthTokenRoutes } from './oauth_tokens/routes.ts'
import { scimRoutes } from './scim/routes.ts'
import { sharedSecretRoutes } from './shared_secrets/routes.ts'
import { teamMemberRoutes } from './team_members/routes.ts'

export const accessRoutes: readonly AnyRoute[] = [
  ...openSecretRoutes,
  ...accessRequestGrantRoutes,
  ...accessRequestHistoryRoutes,
  ...accessPeopleRoutes,
  ...accessRequestRoutes,
  ...apiTokenRoutes,
  ...authorizedApplicationRoutes,
  ...credentialActivityRoutes,
  ...homeRoutes,
  ...integrationRoutes,
  ...leakedSecretRoutes,
  ...oauthAuthorizationRoutes,
  ...globalClientRoutes,
  ...oauthClientRoutes,
  ...oauthEndpointRoutes,
  ...oauthTokenRoutes,
  ...scimRoutes,
  ...sharedSecretRoutes,
  ...teamMemberRoutes,
]
