// MAY THEY: one table says which role may do what; scopes say which tickets and users a caller sees.
// Not here: who is calling (auth/), OAuth scopes (auth/scopes.ts).
import type { Context, Role } from '../context.ts'
import { Forbidden } from '../errors.ts'

const STAFF: readonly Role[] = ['agent', 'admin']
const ADMIN: readonly Role[] = ['admin']
const EVERYONE: readonly Role[] = ['end-user', 'agent', 'admin']

/** Who may do what. A permission that depends on the record is settled in its act, beside this. @source auth.md §6, users_orgs.md §8 */
export const PERMISSIONS = {
  'user.list': STAFF,
  'user.show': EVERYONE,
  'user.create': STAFF,
  'user.create_many': ADMIN,
  'user.update': EVERYONE,
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
  'ticket.update': STAFF,
  'ticket.delete': STAFF,
  'rule.list': STAFF,
  'rule.manage': ADMIN,
  'access_person.list': STAFF,
  'access_person.manage': ADMIN,
  'api_token.manage': ADMIN,
  'oauth_client.manage': ADMIN,
  'oauth_token.manage': EVERYONE,
  'oauth_token.create': ADMIN,
  'oauth_token.manage_all': ADMIN,
  'integration.show': EVERYONE,
  'integration.manage': STAFF,
  'settings.show': STAFF,
  'settings.manage': ADMIN,
  'job.show': STAFF,
  'audit_log.list': ADMIN,
  'mail.manage': ADMIN,
  'shared_secret.create': STAFF,
  'shared_secret.list': EVERYONE,
  'shared_secret.withdraw_all': ADMIN,
  'brand.list': STAFF,
  'brand.manage': ADMIN,
  'identity_provider.manage': ADMIN,
  'custom_status.list': EVERYONE,
  'custom_status.manage': ADMIN,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

/** True when the caller's role has a permission. An anonymous caller has none. */
export function can(ctx: Context, permission: Permission): boolean {
  return ctx.actor.id !== 0 && PERMISSIONS[permission].includes(ctx.actor.role)
}

/** @throws Forbidden when the caller's role lacks the permission */
export function requirePermission(ctx: Context, permission: Permission): void {
  if (!can(ctx, permission)) throw new Forbidden()
}

/** True for agents and admins. */
export function isStaff(ctx: Context): boolean {
  return ctx.actor.role !== 'end-user'
}
