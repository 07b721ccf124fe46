/**
 * What the settings of a custom role mean: for an agent who has one they decide in place of the table of permissions.
 * A role gives what an agent could be given, and never credentials, people, settings or access governance.
 * @source docs/reference/account.md §6; docs/reference/authentication.md §6
 */
import type { Actor } from '../context.ts'
import type { Permission } from './permission_table.ts'
import type { RoleConfiguration } from '../accounts/role_configuration.ts'

type Switch = (role: RoleConfiguration) => boolean

/** Permission → what of a role gives it. What is not here is for an agent with a role as for every agent. */
export const ROLE_SWITCHES: Readonly<Partial<Record<Permission, Switch>>> = {
  'ticket.update': (role) => role.ticket_editing,
  'ticket.tag': (role) => role.ticket_tag_editing,
  'ticket.redact': (role) => role.ticket_redaction || role.ticket_deletion,
  'ticket.merge': (role) => role.ticket_merge,
  'ticket.delete': (role) => role.ticket_deletion,
  'ticket.list_deleted': (role) => role.view_deleted_tickets,
  'suspended_ticket.manage': (role) => role.manage_suspended_tickets,
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
  // automations are the only rules yet
  'rule.manage': (role) => role.manage_business_rules || role.manage_automations,
  'target.manage': (role) => role.manage_extensions_and_channels,
  'recipient_address.manage': (role) => role.manage_extensions_and_channels,
}

/** The role's word on a permission; undefined where it has none. */
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

/** True when an agent may change this of himself: everybody who has no role that says otherwise. */
export function mayChangeOwn(actor: Actor, what: keyof typeof OWN): boolean {
  return actor.role !== 'agent' || actor.role_configuration?.[OWN[what]] !== false
}

/** True when the caller may give tickets to this group: who sees those of his groups only, to another where his role says so. */
export function mayAssignTo(actor: Actor, groupId: number): boolean {
  const { role_configuration } = actor
  const isBound =
    actor.role === 'agent' && role_configuration?.assign_tickets_to_any_group === false && actor.ticket_restriction === 'groups'
  return !isBound || actor.group_ids.includes(groupId)
}

/** True when the caller may change something of closed tickets: agents whose role says so. */
export function mayChangeClosed(actor: Actor): boolean {
  return actor.role === 'agent' && actor.role_configuration?.modify_closed_tickets === true
}

function profileAccess(actor: Actor): RoleConfiguration['end_user_profile_access'] | undefined {
  return actor.role === 'agent' ? actor.role_configuration?.end_user_profile_access : undefined
}

/** True when the caller may change this end user: everybody who has no role that says otherwise. */
export function mayEditEndUser(actor: Actor, user: { readonly organization_id: number | null }): boolean {
  return profileAccess(actor) !== 'readonly' && mayAssignOrganization(actor, user.organization_id)
}

/** True when an end user may belong there by the caller's doing: who changes the people of his own organizations only keeps them there. */
export function mayAssignOrganization(actor: Actor, organizationId: number | null): boolean {
  const isBound = profileAccess(actor) === 'edit-within-org'
  return !isBound || (organizationId !== null && actor.organization_ids.includes(organizationId))
}
