/** Who may see and change the identities of whom. */
import { can, isStaff } from '../../../permissions/permissions.ts'
import { mayChangeOwn, mayEditEndUser } from '../../../permissions/role_switches.ts'
import type { Context } from '../../../context.ts'
import { requireEveryScope } from '../../../auth/scopes.ts'
import { Forbidden } from '../../../errors.ts'
import type { IdentityOwner } from './store.ts'

/** Agents see the identities of everybody they see, end users their own. @throws Forbidden */
export function requireIdentityRead(ctx: Context, owner: IdentityOwner): void {
  if (!isStaff(ctx) && owner.id !== ctx.actor.id) throw new Forbidden()
}

/**
 * One's own unless one's role says otherwise, those of end users by agents, those of agents by admins; those of the account's owner by himself alone, since
 * whoever holds his address is he. With an address staff signs in, so a narrow token does not touch those of staff.
 * @throws Forbidden @throws MissingScope
 * @source docs/reference/people.md §2
 */
export function requireIdentityWrite(ctx: Context, owner: IdentityOwner): void {
  const may = owner.id === ctx.actor.id ? mayChangeOwn(ctx.actor, 'contacts') : mayVouchFor(ctx, owner)
  if (!may) throw new Forbidden()
  if (owner.role !== 'end-user') requireEveryScope(ctx.auth)
}

/** True when the caller's word is enough that an address belongs to this user. */
export function mayVouchFor(ctx: Context, owner: IdentityOwner): boolean {
  if (owner.id === ctx.account.owner_id) return ctx.actor.is_owner
  return owner.role === 'end-user' ? isStaff(ctx) && mayEditEndUser(ctx.actor, owner) : can(ctx, 'user.manage_staff')
}

/** @throws Forbidden when the caller's word is not enough @throws MissingScope for a narrow token and somebody of the staff */
export function requireVouching(ctx: Context, owner: IdentityOwner): void {
  if (!mayVouchFor(ctx, owner)) throw new Forbidden()
  if (owner.role !== 'end-user') requireEveryScope(ctx.auth)
}
