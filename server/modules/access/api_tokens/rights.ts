/** Who sees API tokens and makes some: administrators, and engineers of access governance who are agents. */
import type { Context } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import { hasDuty } from '#permissions/duties.ts'
import { can, requirePermission } from '#permissions/permissions.ts'

/**
 * Administrators see all tokens, and so do engineers in person: they make those of accepted access requests, and find them in the list.
 * @throws Forbidden
 * @source docs/reference/specification.md §5.6.4, §5.6.7
 */
export function requireTokenReader(ctx: Context): void {
  if (ctx.auth.is_personal && hasDuty(ctx, 'engineer')) return
  requirePermission(ctx, 'api_token.manage')
}

/**
 * What an engineer who is no administrator makes a token for is an access request of this instance, whose approvals are checked.
 * @throws Forbidden
 */
export function requireCheckedBasis(ctx: Context, isAccessRequest: boolean): void {
  if (isAccessRequest || can(ctx, 'api_token.manage')) return
  throw new Forbidden('An engineer who is not an administrator makes API tokens for accepted access requests of this instance only.')
}
