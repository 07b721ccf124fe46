// The permissions of a caller: permission_table.ts defines them by role, role_switches.ts by custom role; scopes define which tickets and
// users the caller sees.
// Not here: authentication (auth/), OAuth scopes (auth/scopes.ts).
import type { Context } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import { type Permission, PERMISSIONS } from './permission_table.ts'
import { rolePermission } from './role_switches.ts'

/** True when the caller's role has a permission; for an agent with a custom role, that role decides. An anonymous caller has none. */
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
