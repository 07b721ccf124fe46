/** The security settings as the public API shows them. @source docs/reference/account.md §9 */
import Type from 'typebox'
import { flag, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Id } from '#http/shape.ts'

export const SecuritySettingsQuery = Type.Partial(Type.Object({ brand_id: Id }))

const ROLE = {
  enforce_sso: flag,
  google_login: flag,
  office_365_login: flag,
  primary_external_auth: textOrNull,
  remote_login: flag,
  security_policy_id: whole,
  security_policy_name: text,
  sso_auto_redirect: flag,
  two_factor_enforce: flag,
  zendesk_login: flag,
}
export const Password = Type.Object({
  disallow_local_part_from_email: flag,
  failed_attempts_allowed: whole,
  is_available: flag,
  max_sequence: wholeOrNull,
  password_complexity: whole,
  password_duration: Type.Null(),
  password_history_length: wholeOrNull,
  password_in_mixed_case: flag,
  password_length: whole,
})

export const SecuritySettings = Type.Object({
  admins_can_set_user_passwords: flag,
  agent_session_timeout: whole,
  assumable: flag,
  assumable_account_type: flag,
  assumption_duration: text,
  assumption_expiration: Type.Null(),
  authentication: Type.Object({
    agent: Type.Object({
      ...ROLE,
      office_365_allowed_tids: text,
      office_365_enforce_tid: flag,
      password: Password,
      remote_bypass: whole,
    }),
    end_user: Type.Object({ ...ROLE, facebook_login: flag }),
  }),
  csp_blocking_enabled: flag,
  email_agent_when_sensitive_fields_changed: flag,
  end_user_session_timeout: whole,
  ip: Type.Object({ enable_agent_ip_restrictions: flag, ip_ranges: text, ip_restriction_enabled: flag }),
  maximum_session_duration: whole,
  maximum_session_duration_enabled: flag,
  mobile_app_access: flag,
  mobile_app_session_timeout: whole,
})
export const SecuritySettingsAnswer = Type.Object({ security_settings: SecuritySettings })
