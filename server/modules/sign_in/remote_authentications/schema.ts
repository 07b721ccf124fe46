// REMOTE AUTHENTICATIONS: the identity providers of an instance in the words of the public API. Read only.
// Not here: making and changing them (identity_providers/).
import Type from 'typebox'
import { flag, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'

/** @source docs/reference/other.md §11 */
export const RemoteAuthentication = Type.Object({
  id: whole,
  name: text,
  label: text,
  auth_mode: whole,
  auth_mode_name: text,
  auth_flow: text,
  auto_discovery: flag,
  issuer_url: text,
  client_id: text,
  masked_client_secret: text,
  masked_secret: text,
  scope: text,
  auth_url: text,
  token_url: text,
  user_info_url: text,
  jwks_url: text,
  remote_login_url: text,
  remote_logout_url: text,
  fingerprint: text,
  ip_ranges: textOrNull,
  brand_id: wholeOrNull,
  priority: whole,
  is_active: flag,
  agent: flag,
  agent_primary: flag,
  end_user: flag,
  end_user_primary: flag,
  can_display_button_to_team_members: flag,
  can_display_button_to_end_users: flag,
  update_external_ids: flag,
})
export const SomeRemoteAuthentications = Type.Object({ remote_authentications: Type.Array(RemoteAuthentication) })
