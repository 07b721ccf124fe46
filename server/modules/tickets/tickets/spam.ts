/** Marking tickets as spam: they are deleted, and their requesters are suspended. @source docs/reference/tickets.md §1.2 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { readIds } from '#http/bulk_ids.ts'
import type { AnswerOf } from '#http/route.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { changeUser } from '#modules/people/users/change.ts'
import { findUsers } from '#modules/people/users/store.ts'
import { publishTicketEvents } from './publishing.ts'
import { getTicket } from './store.ts'
import { deleteTicket } from './remove.ts'

/** Deletes the ticket and suspends its requester, unless they are an agent or an admin. @throws Forbidden @throws NotFound */
export async function markAsSpam(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'ticket.delete')
  await inTransaction(ctx, async (tx) => {
    const ticket = await getTicket(tx, id)
    await publishTicketEvents(tx, ticket, [{ type: 'ticket.marked_as_spam', event: {} }])
    await deleteTicket(tx, ticket, 'Marked as spam')
    const [requester] = await findUsers(tx, [ticket.requester_id])
    if (requester !== undefined && requester.active && requester.role === 'end-user' && !requester.suspended)
      await changeUser({ ...tx, actor: { ...tx.actor, ticket_restriction: null, role_configuration: null } }, requester.id, {
        suspended: true,
      })
  })
}

/** Starts a job that marks many tickets as spam. @throws Forbidden @throws InvalidAttribute @throws TooManyValues @throws TooManyJobs */
export function startSpam(ctx: Context, ids: string | undefined): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'ticket.delete')
  const items = readIds(ids, 'tickets/mark_many_as_spam').map((id) => ({ id }))
  return startBulkJob(ctx, { job_type: 'Bulk Mark Ticket As Spam', work: 'tickets/spam', items, doing: 'Marking ticket as spam' })
}
