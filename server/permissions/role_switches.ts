/**
 * The meaning of the settings of a custom role: for an agent with one they decide instead of the table of permissions. A role contains
 * permissions that agents can have, never credentials, people, settings or access governance.
 * @source docs/reference/account.md §6; docs/reference/authentication.md §6
 */
import type { Actor } from '#core/context.ts'
import type { Permission } from './permission_table.ts'
import type { RoleConfiguration } from '#accounts/role_configuration.ts'

type Switch = (role: RoleConfiguration) => boolean

/** Permission → the setting of a role that decides it. Permissions not listed are those of every agent. */
export const ROLE_SWITCHES: Readonly<Partial<Record<Permission, Switch>>> = {
  'ticket.update': (role) => role.ticket_editing,
  'ticket.tag': (role) => role.ticket_tag_editing,
  'ticket.redact': (role) => role.ticket_redaction || role.ticket_deletion,
  'ticket.merge': (role) => role.ticket_merge,
  'ticket.delete': (role) => role.ticket_deletion,
  'ticket.list_deleted': (role) => role.view_deleted_tickets,
  'suspended_ticket.manage': (role) => role.manage_suspended_tickets,
  'side_conversation.create': (role) => role.side_conversation_create,
  'user.list': (role) => role.end_user_list_access !== 'none',
  'user.create': (role) => role.end_user_profile_access !== 'readonly',
  'organization.create': (role) => role.organization_editing,
  'organization.update': (role) => role.organization_editing || role.organization_notes_editing,
  'ticket_field.manage': (role) => role.manage_ticket_fields,
  'ticket_form.manage': (role) => role.manage_ticket_forms,
  'user_field.manage': (role) => role.manage_user_fields,
  'organization_field.manage': (role) => role.manage_organization_fields,
  'dynamic_content.manage': (role) => role.manage_dynamic_content,
  'workspace.manage': (role) => role.manage_contextual_workspaces,
  // of automations
  'rule.manage': (role) => role.manage_business_rules || role.manage_automations,
  'trigger.manage': (role) => role.manage_business_rules || role.manage_triggers,
  'view.list': (role) => role.view_access !== 'none',
  'view.create': (role) => ['full', 'manage-group', 'manage-personal'].includes(role.view_access),
  'view.manage_group': (role) => ['full', 'manage-group'].includes(role.view_access),
  'view.manage': (role) => role.view_access === 'full',
  'view.export': (role) => role.export_views && role.view_access !== 'none',
  'sla_policy.manage': (role) => role.manage_business_rules || role.manage_slas,
  // of those with `manage-group` business_rules/macros/access.ts knows more
  'macro.list': (role) => role.macro_access !== 'none',
  'macro.manage': (role) => role.macro_access === 'full',
  'macro.manage_own': (role) => ['full', 'manage-group', 'manage-personal'].includes(role.macro_access),
  'skill.manage': (role) => role.manage_skills,
  'target.manage': (role) => role.manage_extensions_and_channels,
  'webhook.manage': (role) => role.manage_extensions_and_channels,
  'recipient_address.manage': (role) => role.manage_extensions_and_channels,
}

/** The decision of the actor's custom role on a permission; undefined where there is none. */
export function rolePermission(actor: Actor, permission: Permission): boolean | undefined {
  const { role_configuration } = actor
  return actor.role === 'agent' && role_configuration !== null ? ROLE_SWITCHES[permission]?.(role_configuration) : undefined
}

const OWN = {
  name: 'update_user_own_name',
  alias: 'update_user_own_alias',
  signature: 'update_user_own_signature',
  photo: 'manage_user_own_photo',
  contacts: 'manage_user_own_contacts',
} as const

/** True when an agent may change this about themselves: all whose role does not forbid it. */
export function mayChangeOwn(actor: Actor, what: keyof typeof OWN): boolean {
  return actor.role !== 'agent' || actor.role_configuration?.[OWN[what]] !== false
}

/** True when the caller may assign tickets to this group: an agent restricted to their groups needs a setting to assign to another. */
export function mayAssignTo(actor: Actor, groupId: number): boolean {
  const { role_configuration } = actor
  const isBound =
    actor.role === 'agent' && role_configuration?.assign_tickets_to_any_group === false && actor.ticket_restriction === 'groups'
  return !isBound || actor.group_ids.includes(groupId)
}

/** True when the caller may change parts of closed tickets: agents whose role allows it. */
export function mayChangeClosed(actor: Actor): boolean {
  return actor.role === 'agent' && actor.role_configuration?.modify_closed_tickets === true
}

function profileAccess(actor: Actor): RoleConfiguration['end_user_profile_access'] | undefined {
  return actor.role === 'agent' ? actor.role_configuration?.end_user_profile_access : undefined
}

/** True when the caller may change this end user: all whose role does not forbid it. */
export function mayEditEndUser(actor: Actor, user: { readonly organization_id: number | null }): boolean {
  return profileAccess(actor) !== 'readonly' && mayAssignOrganization(actor, user.organization_id)
}

/** True when the caller may put an end user into this organization: agents limited to their organizations only into one of these. */
export function mayAssignOrganization(actor: Actor, organizationId: number | null): boolean {
  const isBound = profileAccess(actor) === 'edit-within-org'
  return !isBound || (organizationId !== null && actor.organization_ids.includes(organizationId))
}
