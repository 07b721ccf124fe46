/**
 * What the settings of a custom role mean: for an agent who has one they decide in place of the table of permissions.
 * A role gives what an agent could be given, and never credentials, people, settings or access governance.
 * @source other.md §11, auth.md §6
 */
import type { Actor } from '../context.ts'
import type { Permission } from './permissions.ts'
import type { RoleConfiguration } from '../accounts/role_configuration.ts'

type Switch = (role: RoleConfiguration) => boolean

/** Permission → what of a role gives it. What is not here is for an agent with a role as for every agent. */
export const ROLE_SWITCHES: Readonly<Partial<Record<Permission, Switch>>> = {
  'ticket.update': (role) => role.ticket_editing,
  'ticket.tag': (role) => role.ticket_tag_editing,
  'ticket.merge': (role) => role.ticket_merge,
  'ticket.delete': (role) => role.ticket_deletion,
  'ticket.list_deleted': (role) => role.view_deleted_tickets,
  'user.create': (role) => role.end_user_profile_access !== 'readonly',
  'organization.create': (role) => role.organization_editing,
  'organization.update': (role) => role.organization_editing || role.organization_notes_editing,
  'ticket_field.manage': (role) => role.manage_ticket_fields,
  'ticket_form.manage': (role) => role.manage_ticket_forms,
  'user_field.manage': (role) => role.manage_user_fields,
  'organization_field.manage': (role) => role.manage_organization_fields,
  'dynamic_content.manage': (role) => role.manage_dynamic_content,
  'workspace.manage': (role) => role.manage_contextual_workspaces,
  'rule.manage': (role) => role.manage_business_rules,
  'target.manage': (role) => role.manage_extensions_and_channels,
  'recipient_address.manage': (role) => role.manage_extensions_and_channels,
}

/** The role's word on a permission; undefined where it has none. */
export function roleSays(actor: Actor, permission: Permission): boolean | undefined {
  const { role_configuration } = actor
  return actor.role === 'agent' && role_configuration !== null ? ROLE_SWITCHES[permission]?.(role_configuration) : undefined
}

/** True when the caller may change this end user: everybody who has no role that says otherwise. */
export function mayEditEndUser(actor: Actor, user: { readonly organization_id: number | null }): boolean {
  const access = actor.role === 'agent' ? actor.role_configuration?.end_user_profile_access : undefined
  if (access === 'edit-within-org') return user.organization_id !== null && actor.organization_ids.includes(user.organization_id)
  return access !== 'readonly'
}
