/**
 * Who sees and who may change which macros. Pure. Administrators, and agents whose custom role has `macro_access: full`, manage all that are
 * shared; `manage-group` manages those of one's own groups; all but `readonly` manage their own.
 * @source docs/reference/business_rules.md §2, §5.4; docs/reference/account.md §6
 */
import type { Context } from '#core/context.ts'
import { Forbidden, orNotFound } from '#core/errors.ts'
import { can } from '#permissions/permissions.ts'
import { isFor, type Restriction } from '../rules/restriction.ts'

/** True for a macro that the caller sees: for them, shared and theirs to manage, or anyone's if they are an administrator. */
export function isVisible(ctx: Context, restriction: Restriction): boolean {
  return isFor(ctx, restriction) || ctx.actor.role === 'admin' || (restriction.owner_id === null && can(ctx, 'macro.manage'))
}

const managesGroups = ({ actor }: Context) => actor.role === 'agent' && actor.role_configuration?.macro_access === 'manage-group'

/** True for a macro that the caller may change, as it was and as it will be. */
export function canManage(ctx: Context, { owner_id, group_ids }: Restriction): boolean {
  if (owner_id !== null) return owner_id === ctx.actor.id ? can(ctx, 'macro.manage_own') : ctx.actor.role === 'admin'
  if (can(ctx, 'macro.manage')) return true
  return group_ids !== null && managesGroups(ctx) && group_ids.every((id) => ctx.actor.group_ids.includes(id))
}

/** @throws Forbidden */
export function requireManaging(ctx: Context, restriction: Restriction): void {
  if (!canManage(ctx, restriction)) throw new Forbidden()
}

/** The macro, if there is one and the caller sees it. @throws NotFound */
export function visibleOr404<Row extends Restriction>(ctx: Context, row: Row | undefined): Row {
  return orNotFound(row !== undefined && isVisible(ctx, row) ? row : undefined)
}
