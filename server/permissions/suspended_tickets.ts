/** Who may manage suspended tickets and their files. @source docs/reference/tickets.md §11 */
import type { Context } from '#core/context.ts'
import { can } from './permissions.ts'

/** True for administrators, and for agents who can see every ticket and may reply publicly. */
export function mayManageSuspended(ctx: Context): boolean {
  const { role, ticket_restriction, only_private_comments } = ctx.actor
  return can(ctx, 'suspended_ticket.manage') && (role === 'admin' || (ticket_restriction === null && !only_private_comments))
}
