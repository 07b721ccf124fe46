/** Who may change which view. @source docs/reference/business_rules.md §2; docs/reference/account.md §6 */
import { can } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { EVERYONE, type Restriction, type RestrictionInput, readRestriction } from '../rules/restriction.ts'

/** True if the caller may write a view with this restriction: their own, one for their groups, or any shared one. */
export function mayManage(ctx: Context, { group_ids, owner_id }: Restriction): boolean {
  if (owner_id !== null) return owner_id === ctx.actor.id && can(ctx, 'view.create')
  if (can(ctx, 'view.manage')) return true
  return group_ids !== null && can(ctx, 'view.manage_group') && group_ids.every((id) => ctx.actor.group_ids.includes(id))
}

/**
 * The restriction of a new view from a request; a sentence if it is invalid. Without one it is for everyone, and the caller's own where
 * they may not create that.
 */
export function restrictionOfNew(ctx: Context, sent: RestrictionInput | undefined): Restriction | string {
  if (sent !== undefined) return readRestriction(ctx, sent)
  return mayManage(ctx, EVERYONE) ? EVERYONE : { group_ids: null, owner_id: ctx.actor.id }
}
