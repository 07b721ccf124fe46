// MAY THEY: one table says which role may do what; scopes say which tickets and users a caller sees.
// Not here: who is calling (auth/), OAuth scopes (auth/scopes.ts).
import type { Context, Role } from '../context.ts'
import { Forbidden } from '../errors.ts'
import { rolePermission } from './role_switches.ts'

const STAFF: readonly Role[] = ['agent', 'admin']
const ADMIN: readonly Role[] = ['admin']

/** Who may do what. What everybody who has signed in may do is not here; what depends on the record is settled in its act, beside this. @source docs/reference/authentication.md §6; docs/reference/people.md §8 */
export const PERMISSIONS = {
  'user.list': STAFF,
  'user.create': STAFF,
  'user.create_many': ADMIN,
  'user.delete': ADMIN,
  'user.merge': ADMIN,
  'user.manage_staff': ADMIN,
  'organization.list': STAFF,
  'organization.create': ADMIN,
  'organization.update': STAFF,
  'organization.delete': ADMIN,
  'group.list': STAFF,
  'group.manage': ADMIN,
  'membership.list': STAFF,
  'membership.manage': ADMIN,
  'ticket.list': STAFF,
  'ticket.create': STAFF,
  'ticket.comment': STAFF,
  'ticket.update': STAFF,
  'ticket.tag': STAFF,
  'ticket.redact': STAFF,
  'ticket.merge': STAFF,
  'ticket.delete': STAFF,
  'ticket.list_deleted': STAFF,
  'rule.list': STAFF,
  'rule.manage': ADMIN,
  'access_person.list': STAFF,
  'access_person.manage': ADMIN,
  'api_token.manage': ADMIN,
  'oauth_client.manage': ADMIN,
  'oauth_token.create': ADMIN,
  'oauth_token.manage_all': ADMIN,
  'settings.show': STAFF,
  'settings.manage': ADMIN,
  'job.show': STAFF,
  'audit_log.list': ADMIN,
  'export.read': ADMIN,
  'mail.manage': ADMIN,
  'shared_secret.create': STAFF,
  'shared_secret.withdraw_all': ADMIN,
  'brand.list': STAFF,
  'brand.manage': ADMIN,
  'identity_provider.manage': ADMIN,
  'ticket_field.show': STAFF,
  'ticket_field.manage': ADMIN,
  'ticket_form.manage': ADMIN,
  'user_field.list': STAFF,
  'user_field.manage': ADMIN,
  'organization_field.list': STAFF,
  'organization_field.manage': ADMIN,
  'attachment.show': STAFF,
  'attachment.update': ADMIN,
  'attachment.delete': STAFF,
  'custom_role.list': STAFF,
  'custom_role.manage': ADMIN,
  'custom_status.manage': ADMIN,
  'custom_object.list': STAFF,
  'custom_object.manage': ADMIN,
  // records of custom objects: what each role may do with them is told by the object's policies
  'dynamic_content.list': STAFF,
  'dynamic_content.manage': ADMIN,
  'target.list': STAFF,
  'target.manage': ADMIN,
  'sharing_agreement.list': STAFF,
  'sharing_agreement.manage': ADMIN,
  'recipient_address.list': STAFF,
  'recipient_address.manage': ADMIN,
  'schedule.list': STAFF,
  'schedule.manage': ADMIN,
  'bookmark.manage': STAFF,
  'activity.list': STAFF,
  'workspace.list': STAFF,
  'workspace.manage': ADMIN,
  'deletion_schedule.manage': ADMIN,
  'saved_search.manage': STAFF,
  'brand_agent.list': ADMIN,
  'resource_collection.manage': ADMIN,
  'satisfaction_rating.list': ADMIN,
  'suspended_ticket.manage': STAFF,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

/** True when the caller's role has a permission; of an agent with a custom role that one decides. An anonymous caller has none. */
export function can(ctx: Context, permission: Permission): boolean {
  return ctx.actor.id !== 0 && (rolePermission(ctx.actor, permission) ?? PERMISSIONS[permission].includes(ctx.actor.role))
}

/** @throws Forbidden when the caller's role lacks the permission */
export function requirePermission(ctx: Context, permission: Permission): void {
  if (!can(ctx, permission)) throw new Forbidden()
}

/** True for agents and admins. */
export function isStaff(ctx: Context): boolean {
  return ctx.actor.role !== 'end-user'
}
