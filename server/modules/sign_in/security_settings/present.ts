import type { PasswordPolicy } from '#accounts/settings.ts'
import { SESSION_SECONDS } from '#auth/sessions.ts'
import { FAILURES_ALLOWED } from '#auth/throttle.ts'
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Password, SecuritySettings } from './schema.ts'

const SESSION_MINUTES = SESSION_SECONDS / 60
/** The ids of the public service's policies. An instance's policy is "custom" unless it has the defaults. */
const POLICIES = { recommended: 400, custom: 500 } as const

/** The security settings: current values of those that exist here, constants for the others. @source docs/reference/account.md §9 */
export function presentSecuritySettings(ctx: Context, providers: number): AnswerOf<typeof SecuritySettings> {
  const { security, users } = ctx.account.settings
  const { second_factor, sso_only, password, allowed_ips } = security
  const policy = isUntouched(password) ? 'recommended' : 'custom'
  const role = { security_policy_id: POLICIES[policy], security_policy_name: policy, ...UNSUPPORTED_LOGINS }
  return {
    admins_can_set_user_passwords: users.admins_set_passwords,
    agent_session_timeout: SESSION_MINUTES,
    ...NO_ASSUMPTION,
    authentication: {
      agent: {
        ...role,
        enforce_sso: sso_only,
        remote_login: providers > 0,
        two_factor_enforce: second_factor === 'staff',
        zendesk_login: !sso_only,
        office_365_allowed_tids: '',
        office_365_enforce_tid: false,
        password: presentPolicy(password, !sso_only),
        // 1: the owner can bypass single sign-on
        remote_bypass: sso_only ? 1 : 0,
      },
      end_user: { ...role, enforce_sso: false, remote_login: false, two_factor_enforce: false, zendesk_login: true, facebook_login: false },
    },
    csp_blocking_enabled: true,
    email_agent_when_sensitive_fields_changed: false,
    end_user_session_timeout: SESSION_MINUTES,
    ip: {
      enable_agent_ip_restrictions: allowed_ips.length > 0,
      ip_ranges: allowed_ips.join(' '),
      ip_restriction_enabled: allowed_ips.length > 0,
    },
    maximum_session_duration: SESSION_MINUTES,
    maximum_session_duration_enabled: true,
    mobile_app_access: false,
    mobile_app_session_timeout: 0,
  }
}

const UNSUPPORTED_LOGINS = { google_login: false, office_365_login: false, primary_external_auth: null, sso_auto_redirect: false }
/** There is no access by the vendor's support staff. */
const NO_ASSUMPTION = { assumable: false, assumable_account_type: false, assumption_duration: 'off', assumption_expiration: null }

function isUntouched({ min_length, mixed_case, complexity, max_sequence, forbid_email_parts, history }: PasswordPolicy): boolean {
  return min_length === 8 && complexity === 0 && history === 0 && max_sequence === null && !mixed_case && !forbid_email_parts
}

function presentPolicy(policy: PasswordPolicy, is_available: boolean): AnswerOf<typeof Password> {
  return {
    disallow_local_part_from_email: policy.forbid_email_parts,
    failed_attempts_allowed: FAILURES_ALLOWED,
    is_available,
    max_sequence: policy.max_sequence,
    password_complexity: policy.complexity,
    password_duration: null,
    password_history_length: policy.history === 0 ? null : policy.history,
    password_in_mixed_case: policy.mixed_case,
    password_length: policy.min_length,
  }
}
