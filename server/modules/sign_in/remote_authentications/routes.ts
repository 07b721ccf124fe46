import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import { readPaging } from '#http/paging.ts'
import { type AnswerOf, answerOk, route } from '#http/route.ts'
import { Id } from '#http/shape.ts'
import { BY_ID, type IdentityProviderRow, listIdentityProviders } from '../identity_providers/store.ts'
import { type RemoteAuthentication, SomeRemoteAuthentications } from './schema.ts'

/** @source docs/reference/other.md §11 */
const OIDC = 4
const MASK = '••••••••'

/** Every provider here is for agents and admins, for all brands, and uses discovery. */
const wireOf = (row: IdentityProviderRow, index: number): AnswerOf<typeof RemoteAuthentication> => ({
  id: row.id,
  name: row.name,
  label: row.name,
  auth_mode: OIDC,
  auth_mode_name: 'oidc',
  auth_flow: 'PKCE',
  auto_discovery: true,
  issuer_url: row.issuer,
  client_id: row.client_id,
  masked_client_secret: MASK,
  masked_secret: MASK,
  scope: 'openid email profile',
  auth_url: '',
  token_url: '',
  user_info_url: '',
  jwks_url: '',
  remote_login_url: '',
  remote_logout_url: '',
  fingerprint: '',
  ip_ranges: null,
  brand_id: null,
  priority: index + 1,
  is_active: row.active,
  agent: true,
  agent_primary: index === 0,
  end_user: false,
  end_user_primary: false,
  can_display_button_to_team_members: true,
  can_display_button_to_end_users: false,
  update_external_ids: false,
})

/** @source docs/reference/other.md §11 */
export const remoteAuthenticationRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/remote_authentications',
    name: 'remote_authentications/index',
    summary: "List identity providers in the public API's format",
    scope: '',
    query: Type.Partial(Type.Object({ brand_id: Id })),
    answer: SomeRemoteAuthentications,
    async handle(ctx) {
      requirePermission(ctx, 'identity_provider.manage')
      const page = await listIdentityProviders(ctx, readPaging({}, BY_ID, 'remote_authentications/index'))
      return answerOk({ remote_authentications: page.rows.map(wireOf) })
    },
  }),
]
