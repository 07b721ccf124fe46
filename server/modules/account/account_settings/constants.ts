/**
 * The part of the public settings tree that cannot be changed, because it belongs to features that the product does not have or has no
 * switch for. Data only; what can be switched is in present.ts. @source docs/reference/account.md §7
 */
import { fromKeys } from '#lib/objects.ts'

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
  email_attachments: false,
  agent_collision: false,
  list_empty_views: true,
  maximum_personal_views_to_list: 8,
  markdown_ticket_comments: true,
  rich_text_comments: false,
  emoji_autocompletion: false,
  accepted_new_collaboration_tos: true,
  using_skill_based_routing: false,
  edit_ticket_skills_permission: 0,
  agent_invitation_enabled: true,
  auto_translation_enabled: false,
  chat_sla_enablement: false,
  default_solved_ticket_reassignment_strategy: '',
  default_to_draft_mode: false,
  has_color_text: false,
  modern_ticket_reassignment: false,
  show_modern_ticket_reassignment: false,
}

export const AGENTS = {
  agent_workspace: false,
  focus_mode: false,
  aw_self_serve_migration_enabled: false,
  agent_home: false,
  idle_timeout_enabled: false,
  unified_agent_statuses: false,
}

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

const switchOff = <Name extends string>(...names: readonly Name[]) => fromKeys(names, () => false as const)

/** Features in the recorded order, between those that have a switch. */
export const FEATURES = {
  ...switchOff('topic_suggestion', 'voice'),
  business_hours: true,
  ...switchOff('facebook_login', 'google_login', 'twitter_login', 'forum_analytics', 'agent_forwarding', 'chat', 'chat_about_my_ticket'),
  ...switchOff('customer_satisfaction', 'satisfaction_prediction', 'automatic_answers', 'csat_reason_code', 'screencasts'),
  markdown: true,
  bcc_archiving: false,
  allow_ccs: true,
  organization_access_enabled: true,
  ...switchOff(
    'audit_logs_gdpr',
    'advanced_analytics',
    'insights',
    'explore',
    'explore_on_support_ent_plan',
    'explore_on_support_pro_plan',
    'good_data_and_explore',
    'good_data_only',
  ),
  ...switchOff('explore_forbidden', 'explore_not_set', 'sandbox', 'suspended_ticket_notification', 'twitter', 'facebook'),
  dynamic_contents: true,
  light_agents: true,
  ticket_forms: true,
  user_org_fields: true,
  is_abusive: false,
  rich_content_in_emails: false,
  benchmark_opt_out: true,
  ...switchOff(
    'allow_email_template_customization',
    'custom_dkim_domain',
    'customer_context_as_default',
    'customer_satisfaction_survey',
    'fallback_composer',
  ),
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

/** Branches after `limits`, before `localization`. */
export const LATE = {
  onboarding: { checklist_onboarding_version: 0, onboarding_segments: null, product_sign_up: null },
  cross_sell: { show_chat_tooltip: false, xsell_source: null },
  cdn: { cdn_provider: 'disabled', fallback_cdn_provider: 'disabled', hosts: [] },
  metrics: { account_size: 'unknown' },
  ticket_sharing_partners: { support_addresses: [] },
}

/** Members of `brands` besides the switches. Every agent serves every brand, and every end user sees all of them. */
export const BRANDS = {
  end_user_across_brand_requests: true,
  end_user_upgrade_brand_association_behavior: 'all',
  new_agent_brand_association_behavior: 'all',
}

/** Branches after `localization`. */
export const LAST = {
  knowledge: {
    search_articles: false,
    search_community_posts: false,
    search_external_content: false,
    require_article_templates: false,
    default_search_filters_brands: '',
    default_search_filters_categories: '',
    default_search_filters_external_content_sources: '',
    default_search_filters_locales: '',
    default_search_filters_sections: '',
    generative_answers: false,
  },
  routing: {
    enabled: false,
    autorouting_tag: '',
    max_email_capacity: 0,
    max_messaging_capacity: 0,
    reassignment_messaging_enabled: false,
    reassignment_messaging_timeout: 0,
    reassignment_talk_timeout: 0,
  },
  // newer than the recorded responses
  device_metadata: { enabled: true, hide_ip: false, hide_location: true },
  email: {
    ...switchOff('accept_wildcard_emails', 'custom_dkim_domain', 'email_sender_authentication'),
    email_sender_authentication_profile: 'default',
    email_status: false,
    ...switchOff('email_template_photos', 'email_template_selection', 'gmail_actions'),
    html_mail_template: '{{content}}',
    mail_delimiter: '',
    ...switchOff('modern_email_template', 'multi_recipient_email_tickets'),
    no_mail_delimiter: true,
    ...switchOff('personalized_replies', 'rich_content_in_emails', 'send_gmail_messages_via_gmail'),
    text_mail_template: '{{content}}',
  },
  messaging_inactivity: {
    enabled: false,
    end_session: false,
    reminders: [],
    default_localized_messages: { pre_solved_message_1: '', pre_solved_message_2: '', solved_message: '' },
    ticket_status_id: null,
    timeout: 0,
  },
  side_conversations: {
    email_channel: true,
    ...switchOff('msteams_channel', 'show_in_context_panel', 'slack_channel'),
    tickets_channel: true,
  },
}
