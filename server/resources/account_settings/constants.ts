/**
 * The part of the public settings tree that nobody can change here, because it names features the product does not have or
 * has no switch for. Data only; what can be switched is in present.ts. @source other.md §12, _recorded_shapes.md
 */

export const BRANDING = {
  header_color: '#17494D',
  page_background_color: '#FFFFFF',
  tab_background_color: '#F3F4F6',
  text_color: '#111827',
  header_logo_url: null,
  favicon_url: null,
}

export const APPS = { use: false, create_private: false, create_public: false }

export const TICKETS = {
  list_newest_comments_first: false,
  collaboration: false,
  private_attachments: false,
  email_attachments: false,
  agent_collision: false,
  list_empty_views: true,
  is_first_comment_private_enabled: true,
  maximum_personal_views_to_list: 8,
  markdown_ticket_comments: true,
  rich_text_comments: false,
  emoji_autocompletion: false,
  assign_default_organization: true,
  accepted_new_collaboration_tos: true,
  follower_and_email_cc_collaborations: true,
  auto_updated_ccs_followers_rules: true,
  agent_can_change_requester: true,
  comment_email_ccs_allowed: true,
  ticket_followers_allowed: true,
  light_agent_email_ccs_allowed: false,
  agent_email_ccs_become_followers: false,
  using_skill_based_routing: false,
  edit_ticket_skills_permission: 0,
}

export const AGENTS = { agent_workspace: false, focus_mode: false, aw_self_serve_migration_enabled: false }

export const CHAT = { enabled: false, integrated: false, available: false, maximum_request_count: 0, welcome_message: '' }

export const VOICE = {
  enabled: false,
  logging: false,
  outbound_enabled: false,
  agent_confirmation_when_forwarding: false,
  agent_wrap_up_after_calls: false,
  maximum_queue_size: 0,
  maximum_queue_wait_time: 0,
  only_during_business_hours: false,
  recordings_public: false,
  uk_mobile_forwarding: false,
}

export const USER = {
  time_zone_selection: true,
  language_selection: true,
  agent_created_welcome_emails: false,
  end_user_phone_number_validation: false,
  have_gravatars_enabled: false,
}

const off = (...names: readonly string[]): Record<string, false> => Object.fromEntries(names.map((name) => [name, false]))

/** Features in the recorded order, between those that follow a switch. */
export const FEATURES = {
  ...off(
    'topic_suggestion',
    'voice',
    'business_hours',
    'facebook_login',
    'google_login',
    'twitter_login',
    'forum_analytics',
    'agent_forwarding',
    'chat',
    'chat_about_my_ticket',
  ),
  ...off('customer_satisfaction', 'satisfaction_prediction', 'automatic_answers', 'csat_reason_code', 'screencasts'),
  markdown: true,
  bcc_archiving: false,
  allow_ccs: true,
  organization_access_enabled: true,
  ...off(
    'audit_logs_gdpr',
    'advanced_analytics',
    'insights',
    'explore',
    'explore_on_support_ent_plan',
    'explore_on_support_pro_plan',
    'good_data_and_explore',
    'good_data_only',
  ),
  ...off('explore_forbidden', 'explore_not_set', 'sandbox', 'suspended_ticket_notification', 'twitter', 'facebook', 'dynamic_contents'),
  light_agents: true,
  ticket_forms: true,
  user_org_fields: true,
  is_abusive: false,
  rich_content_in_emails: false,
  benchmark_opt_out: true,
}

/** Branches before `rule`, after `user`. */
export const MIDDLE = {
  screencast: { enabled_for_tickets: false, host: null, tickets_recorder_id: null },
  lotus: { prefer_lotus: true, reporting: false, pod_id: 1 },
  gooddata_advanced_analytics: { enabled: false },
  statistics: { forum: false, search: false, rule_usage: false },
  billing: { backend: 'none' },
}

export const RULE = {
  macro_most_used: false,
  macro_order: 'alphabetical',
  skill_based_filtered_views: [],
  using_skill_based_routing: false,
  enable_macro_suggestions: false,
}

/** The largest attachment, in bytes: 50 MiB. */
export const ATTACHMENT_SIZE_BYTES = 52_428_800

/** Branches after `limits`, before `localization`. */
export const LATE = {
  onboarding: { checklist_onboarding_version: 0, onboarding_segments: null, product_sign_up: null },
  cross_sell: { show_chat_tooltip: false, xsell_source: null },
  cdn: { cdn_provider: 'disabled', fallback_cdn_provider: 'disabled', hosts: [] },
  metrics: { account_size: 'unknown' },
  ticket_sharing_partners: { support_addresses: [] },
}

/** Branches after `localization`. */
export const LAST = {
  knowledge: { search_articles: false, search_community_posts: false, search_external_content: false, require_article_templates: false },
  routing: { enabled: false, autorouting_tag: '', max_email_capacity: 0, max_messaging_capacity: 0 },
}
