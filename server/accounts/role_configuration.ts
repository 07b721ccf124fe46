/**
 * The configuration of a custom role, as data: every setting with its values and its initial one. What the settings mean is defined in
 * permissions/role_switches.ts, except for the restrictions of tickets and comments, which are below.
 * @source docs/reference/account.md §6
 */
import { fromKeys } from '#lib/objects.ts'

const FULL = ['full', 'manage-group', 'manage-personal', 'readonly', 'playonly', 'none'] as const
const CONTENT = ['full', 'edit', 'edit-topics', 'readonly', 'none'] as const

/** Settings with named values, from the most to the least permissive. */
export const ROLE_WORDS = {
  end_user_list_access: ['full', 'none'],
  ticket_access: ['all', 'within-groups-and-public-groups', 'within-organization', 'within-groups', 'assigned-only'],
  ticket_comment_access: ['public', 'none'],
  end_user_profile_access: ['full', 'edit', 'edit-within-org', 'readonly'],
  explore_access: CONTENT,
  forum_access: CONTENT,
  macro_access: FULL,
  report_access: CONTENT,
  user_view_access: FULL,
  view_access: FULL,
  actions_access: ['full', 'readonly', 'none'],
  capacity_rules_access: ['full', 'readonly', 'none'],
} as const

/** Boolean settings that a role can have. */
export const ROLE_FLAGS = [
  'chat_access',
  'forum_access_restricted_content',
  'manage_business_rules',
  'manage_dynamic_content',
  'manage_extensions_and_channels',
  'manage_facebook',
  'moderate_forums',
  'side_conversation_create',
  'ticket_deletion',
  'ticket_tag_editing',
  'twitter_search_access',
  'view_deleted_tickets',
  'voice_access',
  'group_access',
  'organization_editing',
  'organization_notes_editing',
  'assign_tickets_to_any_group',
  'ticket_editing',
  'ticket_merge',
  'voice_dashboard_access',
  'manage_automations',
  'manage_contextual_workspaces',
  'manage_organization_fields',
  'manage_skills',
  'manage_slas',
  'manage_ticket_fields',
  'manage_ticket_forms',
  'manage_user_fields',
  'ticket_redaction',
  'manage_suspended_tickets',
  'manage_triggers',
  'modify_closed_tickets',
  'export_views',
  'view_filter_tickets',
  'execute_it_asset_management_actions',
  'manage_user_own_contacts',
  'manage_user_own_forwarding_numbers',
  'manage_user_own_photo',
  'update_user_own_alias',
  'update_user_own_name',
  'update_user_own_signature',
] as const

/** Settings that only administrators have: returned by the API, but no role can have them. */
export const ADMIN_FLAGS = [
  'manage_groups',
  'manage_group_memberships',
  'manage_organizations',
  'manage_api_credentials',
  'manage_ticket_settings',
  'update_api_settings',
  'view_access_logs',
  'view_audit_logs',
] as const

/** All settings in the order of the API: first as recorded, then those added later. @source docs/reference/account.md §6.1 */
export const ROLE_KEYS = [
  'chat_access',
  'end_user_list_access',
  'forum_access_restricted_content',
  'light_agent',
  'manage_business_rules',
  'manage_dynamic_content',
  'manage_extensions_and_channels',
  'manage_facebook',
  'moderate_forums',
  'side_conversation_create',
  'ticket_access',
  'ticket_comment_access',
  'ticket_deletion',
  'ticket_tag_editing',
  'twitter_search_access',
  'view_deleted_tickets',
  'voice_access',
  'group_access',
  'organization_editing',
  'organization_notes_editing',
  'assign_tickets_to_any_group',
  'end_user_profile_access',
  'explore_access',
  'forum_access',
  'macro_access',
  'report_access',
  'ticket_editing',
  'ticket_merge',
  'user_view_access',
  'view_access',
  'voice_dashboard_access',
  'manage_automations',
  'manage_contextual_workspaces',
  'manage_organization_fields',
  'manage_skills',
  'manage_slas',
  'manage_ticket_fields',
  'manage_ticket_forms',
  'manage_user_fields',
  'ticket_redaction',
  'manage_roles',
  'manage_groups',
  'manage_group_memberships',
  'manage_organizations',
  'manage_suspended_tickets',
  'manage_triggers',
  'actions_access',
  'capacity_rules_access',
  'execute_it_asset_management_actions',
  'export_views',
  'manage_api_credentials',
  'manage_ticket_settings',
  'manage_user_own_contacts',
  'manage_user_own_forwarding_numbers',
  'manage_user_own_photo',
  'modify_closed_tickets',
  'update_api_settings',
  'update_user_own_alias',
  'update_user_own_name',
  'update_user_own_signature',
  'view_access_logs',
  'view_audit_logs',
  'view_filter_tickets',
] as const

export type RoleWord = keyof typeof ROLE_WORDS
export type RoleFlag = (typeof ROLE_FLAGS)[number]

/** The settings of a role, as stored. */
export type RoleConfiguration = { readonly [Key in RoleWord]: (typeof ROLE_WORDS)[Key][number] } & {
  readonly [Key in RoleFlag]: boolean
} & { readonly light_agent: boolean }

const OWN: readonly RoleFlag[] = ['update_user_own_alias', 'update_user_own_name', 'update_user_own_signature', 'manage_user_own_photo']
const EVERYDAY: readonly RoleFlag[] = [...OWN, 'ticket_editing', 'side_conversation_create', 'manage_user_own_contacts']

/** The initial settings of a new role: the everyday work on the tickets of one's groups. */
export const PLAIN_ROLE: RoleConfiguration = {
  ...fromKeys(ROLE_FLAGS, (flag) => EVERYDAY.includes(flag)),
  light_agent: false,
  end_user_list_access: 'full',
  ticket_access: 'within-groups',
  ticket_comment_access: 'public',
  end_user_profile_access: 'readonly',
  explore_access: 'readonly',
  forum_access: 'readonly',
  macro_access: 'manage-personal',
  report_access: 'readonly',
  user_view_access: 'manage-personal',
  view_access: 'manage-personal',
  actions_access: 'none',
  capacity_rules_access: 'none',
}

/** Settings that remove the work on tickets and rules from a role. */
export const READER = { ticket_editing: false, macro_access: 'readonly', view_access: 'readonly', user_view_access: 'readonly' } as const

/** The settings of light agents: those who have the role, and agents without a role who comment in private only. @source docs/reference/authentication.md §6; docs/reference/tickets.md §13 */
export const LIGHT_ROLE: RoleConfiguration = { ...PLAIN_ROLE, ...READER, light_agent: true, ticket_comment_access: 'none' }

/** The settings of a role without any restriction. */
export const FULL_ROLE: RoleConfiguration = {
  ...PLAIN_ROLE,
  ...fromKeys(ROLE_FLAGS, () => true),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each setting gets a value of its own list
  ...(Object.fromEntries(Object.entries(ROLE_WORDS).map(([key, [most]]) => [key, most])) as Pick<RoleConfiguration, RoleWord>),
}

/** Which tickets an agent is restricted to; null when they are not restricted. */
export type TicketRestriction = 'organization' | 'groups' | 'assigned' | 'requested' | null

/** The members of an agent's record that are derived from their custom role. */
export interface RoleRestrictions {
  readonly ticket_restriction: TicketRestriction
  readonly only_private_comments: boolean
}

const RESTRICTIONS: Readonly<Record<RoleConfiguration['ticket_access'], TicketRestriction>> = {
  all: null,
  // the public API includes public groups too; the restriction to groups is the nearest that is not wider
  'within-groups-and-public-groups': 'groups',
  'within-organization': 'organization',
  'within-groups': 'groups',
  'assigned-only': 'assigned',
}

/** Which tickets an agent of this role sees, and whether they may comment in private only. */
export function restrictionsOf(role: RoleConfiguration): RoleRestrictions {
  return { ticket_restriction: RESTRICTIONS[role.ticket_access], only_private_comments: role.ticket_comment_access === 'none' }
}
