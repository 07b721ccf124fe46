import type { Settings } from '#accounts/settings.ts'
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { listOfferedLocales } from '../locales/choose.ts'
import { FIRST_LOCALE } from '#lib/locales.ts'
import { AGENTS, APPS, BRANDING, BRANDS, CHAT, FEATURES, LAST, LATE, MIDDLE, RULE, TICKETS, USER, VOICE } from './constants.ts'
import type { AccountSettings } from './public_schema.ts'
import type { InstanceSettings } from './schema.ts'

/**
 * The settings as the public API has them: switches with their current values, and constants for the rest.
 * @source docs/reference/account.md §7
 */
export function presentAccountSettings(ctx: Context, defaultBrandId: number): AnswerOf<typeof AccountSettings> {
  const { settings } = ctx.account
  const { users } = settings
  const { time_zone_selection, language_selection, ...user } = USER
  return {
    branding: BRANDING,
    apps: APPS,
    tickets: tickets(settings),
    agents: AGENTS,
    groups: { check_group_name_uniqueness: settings.groups.check_name_uniqueness },
    chat: CHAT,
    voice: VOICE,
    twitter: { shorten_url: 'never' },
    google_apps: { has_google_apps: false, has_google_apps_admin: false },
    user: {
      tagging: users.tagging,
      time_zone_selection,
      language_selection,
      multiple_organizations: users.multiple_organizations,
      ...user,
    },
    ...MIDDLE,
    active_features: {
      on_hold_status: settings.tickets.on_hold_status,
      user_tagging: users.tagging,
      ticket_tagging: settings.tickets.tagging,
      ...FEATURES,
      customer_satisfaction: settings.satisfaction.enabled,
      csat_reason_code: settings.satisfaction.enabled,
    },
    ticket_form: { ticket_forms_instructions: '', raw_ticket_forms_instructions: '' },
    brands: { default_brand_id: defaultBrandId, require_brand_on_new_tickets: false, ...BRANDS },
    api: api(ctx),
    rule: RULE,
    limits: { attachment_size: settings.limits.attachment_size },
    ...LATE,
    localization: {
      locale_ids: listOfferedLocales(ctx)
        .filter((locale) => locale !== FIRST_LOCALE)
        .map((locale) => locale.id),
    },
    ...LAST,
  }
}

function tickets({ tickets: switches }: Settings) {
  const { list_newest_comments_first, email_attachments, agent_collision, list_empty_views, ...others } = TICKETS
  const {
    maximum_personal_views_to_list,
    markdown_ticket_comments,
    rich_text_comments,
    emoji_autocompletion,
    accepted_new_collaboration_tos,
    ...rest
  } = others
  return {
    agent_ticket_deletion: switches.agents_can_delete,
    list_newest_comments_first,
    collaboration: switches.collaboration,
    private_attachments: switches.private_attachments,
    email_attachments,
    agent_collision,
    tagging: switches.tagging,
    list_empty_views,
    comments_public_by_default: switches.comments_public_by_default,
    is_first_comment_private_enabled: switches.first_comment_may_be_private,
    maximum_personal_views_to_list,
    status_hold: switches.on_hold_status,
    markdown_ticket_comments,
    rich_text_comments,
    emoji_autocompletion,
    assign_tickets_upon_solve: switches.assign_on_solve,
    allow_group_reset: switches.allow_group_reset,
    assign_default_organization: switches.assign_default_organization,
    accepted_new_collaboration_tos,
    ...collaborationSwitches(switches),
    ...rest,
  }
}

function collaborationSwitches(switches: Settings['tickets']) {
  return {
    follower_and_email_cc_collaborations: switches.ccs_and_followers,
    auto_updated_ccs_followers_rules: true,
    agent_can_change_requester: switches.agent_can_change_requester,
    comment_email_ccs_allowed: switches.email_ccs,
    ticket_followers_allowed: switches.followers,
    light_agent_email_ccs_allowed: switches.light_agent_ccs,
    agent_email_ccs_become_followers: switches.agent_ccs_become_followers,
  }
}

/** Two of the switches are strings in the public API. @source docs/reference/account.md §7 */
function api({ account }: Context) {
  const { token_access, password_access, password_access_end_users } = account.settings.api
  const passwords = account.kind !== 'production'
  return {
    accepted_api_agreement: true,
    api_password_access: String(passwords && password_access),
    api_token_access: String(token_access),
    api_password_access_end_users: passwords && password_access_end_users,
  }
}

/** The settings that the public API's settings tree does not have. */
export function presentInstanceSettings(settings: Settings): AnswerOf<typeof InstanceSettings> {
  const { rate_limit, clock, api, oauth, access, security, users, end_users, assignment, satisfaction, time_zone, locale } = settings
  return {
    rate_limit: { plan: rate_limit.plan, per_minute: rate_limit.per_minute, endpoints: rate_limit.endpoints },
    clock: clock.mode === 'frozen' || clock.mode === 'advancing' ? { mode: 'frozen', at: wireTime(clock.at) } : clock,
    api: {
      token_sunset: wireTimeOrNull(api.token_sunset),
      token_after_sunset: api.token_after_sunset,
      token_binding: api.token_binding,
      token_creation_ends: wireTimeOrNull(api.token_creation_ends),
      token_idle_days: api.token_idle_days,
      token_idle_from: wireTimeOrNull(api.token_idle_from),
      token_idle_delete_days: api.token_idle_delete_days,
      retired_endpoints: api.retired_endpoints.map((endpoint) => ({ ...endpoint, ends_at: wireTime(endpoint.ends_at) })),
      rehearsal: { ...api.rehearsal, at: wireTimeOrNull(api.rehearsal.at) },
    },
    oauth: { refresh_reuse: oauth.refresh_reuse },
    access: {
      tracker_urls: access.tracker_urls,
      engineer_may_review: access.engineer_may_review,
      request_days: access.request_days,
      approval_days: access.approval_days,
      integration_bot_id: access.integration_bot_id,
    },
    security,
    users: { admins_set_passwords: users.admins_set_passwords },
    end_users,
    assignment,
    satisfaction,
    time_zone,
    locale,
  }
}
