/** Who may see and change whose identities. */
import { can, isStaff } from '#permissions/permissions.ts'
import { mayChangeOwn, mayEditEndUser } from '#permissions/role_switches.ts'
import type { Context } from '#core/context.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { Forbidden } from '#core/errors.ts'
import type { IdentityOwner } from './store.ts'

/** Agents see the identities of every user they can see, end users their own. @throws Forbidden */
export function requireIdentityRead(ctx: Context, owner: IdentityOwner): void {
  if (!isStaff(ctx) && owner.id !== ctx.actor.id) throw new Forbidden()
}

/**
 * Users change their own identities unless their role forbids it; agents those of end users, admins those of agents, and only the owner
 * those of the owner, since the owner's address is enough to sign in as the owner. Staff sign in by these addresses, so a token with
 * limited scopes cannot change identities of staff.
 * @throws Forbidden @throws MissingScope
 * @source docs/reference/people.md §2
 */
export function requireIdentityWrite(ctx: Context, owner: IdentityOwner): void {
  const may = owner.id === ctx.actor.id ? mayChangeOwn(ctx.actor, 'contacts') : mayVerifyFor(ctx, owner)
  if (!may) throw new Forbidden()
  if (owner.role !== 'end-user') requireEveryScope(ctx.auth)
}

/** True when the caller may declare an address of this user verified. */
export function mayVerifyFor(ctx: Context, owner: IdentityOwner): boolean {
  if (owner.id === ctx.account.owner_id) return ctx.actor.is_owner
  return owner.role === 'end-user' ? isStaff(ctx) && mayEditEndUser(ctx.actor, owner) : can(ctx, 'user.manage_staff')
}

/**
 * @throws Forbidden when the caller may not declare the user's addresses verified @throws MissingScope for staff and a token with limited
 * scopes
 */
export function requireMayVerify(ctx: Context, owner: IdentityOwner): void {
  if (!mayVerifyFor(ctx, owner)) throw new Forbidden()
  if (owner.role !== 'end-user') requireEveryScope(ctx.auth)
}
