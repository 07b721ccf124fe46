/** The security settings as the public API shows them. @source docs/reference/account.md §9 */
import Type from 'typebox'
import { Id } from '../../../http/shape.ts'

export const SecuritySettingsQuery = Type.Partial(Type.Object({ brand_id: Id }))

const flag = Type.Boolean()
const whole = Type.Integer()
const wholeOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

const ROLE = {
  enforce_sso: flag,
  google_login: flag,
  office_365_login: flag,
  primary_external_auth: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  remote_login: flag,
  security_policy_id: whole,
  security_policy_name: Type.String(),
  sso_auto_redirect: flag,
  two_factor_enforce: flag,
  zendesk_login: flag,
}
const PASSWORD = {
  disallow_local_part_from_email: flag,
  failed_attempts_allowed: whole,
  is_available: flag,
  max_sequence: wholeOrNull,
  password_complexity: whole,
  password_duration: Type.Null(),
  password_history_length: wholeOrNull,
  password_in_mixed_case: flag,
  password_length: whole,
}

export const SecuritySettingsAnswer = Type.Object({
  security_settings: Type.Object({
    admins_can_set_user_passwords: flag,
    agent_session_timeout: whole,
    assumable: flag,
    assumable_account_type: flag,
    assumption_duration: Type.String(),
    assumption_expiration: Type.Null(),
    authentication: Type.Object({
      agent: Type.Object({
        ...ROLE,
        office_365_allowed_tids: Type.String(),
        office_365_enforce_tid: flag,
        password: Type.Object(PASSWORD),
        remote_bypass: whole,
      }),
      end_user: Type.Object({ ...ROLE, facebook_login: flag }),
    }),
    csp_blocking_enabled: flag,
    email_agent_when_sensitive_fields_changed: flag,
    end_user_session_timeout: whole,
    ip: Type.Object({ enable_agent_ip_restrictions: flag, ip_ranges: Type.String(), ip_restriction_enabled: flag }),
    maximum_session_duration: whole,
    maximum_session_duration_enabled: flag,
    mobile_app_access: flag,
    mobile_app_session_timeout: whole,
  }),
})
