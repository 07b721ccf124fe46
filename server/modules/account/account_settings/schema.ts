/** What of the settings can be written: the public tree, and our own; and our own as answers show them. @source docs/reference/account.md §7 */
import Type, { type Static } from 'typebox'
import { flag, oneOf, text, textOrNull, texts, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
import { Flag, Id, Ids, defineInput, listOf, Moment, Text, Whole, Word, Words, wrapInKey } from '#http/shape.ts'

export const AccountSettingsInput = defineInput({
  tickets: defineInput({
    agent_ticket_deletion: Flag,
    tagging: Flag,
    comments_public_by_default: Flag,
    status_hold: Flag,
    assign_tickets_upon_solve: Flag,
    allow_group_reset: Flag,
    is_first_comment_private_enabled: Flag,
    assign_default_organization: Flag,
    agent_can_change_requester: Flag,
    follower_and_email_cc_collaborations: Flag,
    collaboration: Flag,
    comment_email_ccs_allowed: Flag,
    ticket_followers_allowed: Flag,
    light_agent_email_ccs_allowed: Flag,
    agent_email_ccs_become_followers: Flag,
    private_attachments: Flag,
  }),
  limits: defineInput({ attachment_size: Whole }),
  groups: defineInput({ check_group_name_uniqueness: Flag }),
  user: defineInput({ tagging: Flag, multiple_organizations: Flag }),
  brands: defineInput({ default_brand_id: Id }),
  api: defineInput({ api_password_access: Flag, api_token_access: Flag, api_password_access_end_users: Flag }),
  localization: defineInput({ locale_ids: Ids }),
  active_features: defineInput({ customer_satisfaction: Flag }),
})
export type AccountSettingsInput = Static<typeof AccountSettingsInput>
export const AccountSettingsBody = wrapInKey('settings', AccountSettingsInput)

export const InstanceSettingsInput = defineInput({
  rate_limit: defineInput({ plan: Text, per_minute: Whole, endpoints: Flag }),
  clock: defineInput({ mode: Text, at: Moment, offset_seconds: Whole }),
  api: defineInput({
    token_sunset: Moment,
    token_after_sunset: Text,
    token_binding: Text,
    token_creation_ends: Moment,
    token_idle_days: Whole,
    token_idle_from: Moment,
    token_idle_delete_days: Whole,
    retired_endpoints: listOf(defineInput({ route: Word, ends_at: Moment, replacement: Text })),
    rehearsal: defineInput({ at: Moment, whole_instance: Flag, api_token_ids: Ids, user_ids: Ids, oauth_client_ids: Ids }),
  }),
  oauth: defineInput({ refresh_reuse: Text }),
  access: defineInput({
    tracker_urls: Words,
    engineer_may_review: Flag,
    request_days: Whole,
    approval_days: Whole,
    integration_bot_id: Id,
  }),
  security: defineInput({
    second_factor: Text,
    sso_only: Flag,
    password: defineInput({
      min_length: Whole,
      mixed_case: Flag,
      complexity: Whole,
      max_sequence: Whole,
      forbid_email_parts: Flag,
      history: Whole,
    }),
    allowed_ips: Words,
  }),
  users: defineInput({ admins_set_passwords: Flag }),
  end_users: defineInput({ anonymous_requests: Flag, must_sign_up: Flag, blocklist: Words, allowlist: Words }),
  assignment: defineInput({ method: Text, capacity: Whole, only_available: Flag }),
  satisfaction: defineInput({ enabled: Flag }),
  time_zone: Text,
  locale: Text,
})
export type InstanceSettingsInput = Static<typeof InstanceSettingsInput>
export const InstanceSettingsBody = wrapInKey('settings', InstanceSettingsInput)

/** Who has a second factor: nobody, those who choose to, or all agents and administrators. */
export const SECOND_FACTOR_POLICIES = ['off', 'optional', 'staff'] as const

export const InstanceSettings = Type.Object({
  rate_limit: Type.Object({ plan: text, per_minute: wholeOrNull, endpoints: flag }),
  clock: Type.Object({ mode: text, at: Type.Optional(text), offset_seconds: Type.Optional(whole) }),
  api: Type.Object({
    token_sunset: textOrNull,
    token_after_sunset: text,
    token_binding: text,
    token_creation_ends: textOrNull,
    token_idle_days: wholeOrNull,
    token_idle_from: textOrNull,
    token_idle_delete_days: wholeOrNull,
    retired_endpoints: Type.Array(Type.Object({ route: text, ends_at: text, replacement: text })),
    rehearsal: Type.Object({
      at: textOrNull,
      whole_instance: flag,
      api_token_ids: wholes,
      user_ids: wholes,
      oauth_client_ids: wholes,
    }),
  }),
  oauth: Type.Object({ refresh_reuse: text }),
  access: Type.Object({
    tracker_urls: texts,
    engineer_may_review: flag,
    request_days: whole,
    approval_days: whole,
    integration_bot_id: wholeOrNull,
  }),
  security: Type.Object({
    second_factor: oneOf(SECOND_FACTOR_POLICIES),
    sso_only: flag,
    password: Type.Object({
      min_length: whole,
      mixed_case: flag,
      complexity: whole,
      max_sequence: wholeOrNull,
      forbid_email_parts: flag,
      history: whole,
    }),
    allowed_ips: texts,
  }),
  users: Type.Object({ admins_set_passwords: flag }),
  end_users: Type.Object({
    anonymous_requests: flag,
    must_sign_up: flag,
    blocklist: texts,
    allowlist: texts,
  }),
  assignment: Type.Object({ method: text, capacity: whole, only_available: flag }),
  satisfaction: Type.Object({ enabled: flag }),
  time_zone: text,
  locale: text,
})
export const InstanceSettingsAnswer = Type.Object({ settings: InstanceSettings })
