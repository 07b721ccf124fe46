/** Who has to do with suspended tickets, and with the files that wait with them. @source docs/reference/tickets.md §11 */
import type { Context } from '../context.ts'
import { can } from './permissions.ts'

/** True for admins, and for agents who see every ticket and may answer it. */
export function mayManageSuspended(ctx: Context): boolean {
  const { role, ticket_restriction, only_private_comments } = ctx.actor
  return can(ctx, 'suspended_ticket.manage') && (role === 'admin' || (ticket_restriction === null && !only_private_comments))
}
