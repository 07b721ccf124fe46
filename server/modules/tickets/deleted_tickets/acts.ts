/** Restoring deleted tickets, and removing them for good. @source docs/reference/tickets.md §3.7 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, NotFound } from '#core/errors.ts'
import type { AnswerOf } from '#http/route.ts'
import { type AuditEntry, recordAudit } from '#modules/common/audit_logs/record_store.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { requireDeletion } from '../tickets/remove.ts'
import { publishEventsOfTicket } from '../tickets/publishing.ts'
import { markDeleted } from '../tickets/store.ts'
import { scrubTickets } from './scrub.ts'
import { findDeleted } from './store.ts'

const ticketEntry = (action: 'update' | 'destroy', id: number, change_description: string): AuditEntry => ({
  action,
  source_type: 'ticket',
  source_id: id,
  source_label: `Ticket #${id}`,
  change_description,
})

/** The list requires the permission of the custom role; agents without one need the right to delete. @throws Forbidden */
export function requireDeletedList(ctx: Context): void {
  requirePermission(ctx, 'ticket.list_deleted')
  if (ctx.actor.role_configuration === null) requireDeletion(ctx)
}

/** Restores tickets as they were. @throws NotFound when one of them is not a deleted ticket */
export async function restoreTickets(ctx: Context, ids: readonly number[]): Promise<void> {
  requireDeletion(ctx)
  const found = await findDeleted(ctx, ids)
  if (found.length < ids.length) throw new NotFound()
  await inTransaction(ctx, async (tx) => {
    for (const id of found) {
      if (!(await markDeleted(tx, id, null))) continue
      await recordAudit(tx, ticketEntry('update', id, 'Restored'))
      await publishEventsOfTicket(tx, id, [{ type: 'ticket.undeleted', event: {} }])
    }
  })
}

/** @throws Forbidden for anyone but administrators */
function requireDestruction(ctx: Context): void {
  if (ctx.actor.role !== 'admin') throw new Forbidden()
}

/** Starts a job that deletes tickets permanently; admins only. @throws Forbidden @throws NotFound */
export async function startDestroy(ctx: Context, ids: readonly number[]): Promise<AnswerOf<typeof OneJobStatus>> {
  requireDestruction(ctx)
  const found = await findDeleted(ctx, ids)
  if (found.length === 0) throw new NotFound()
  return startBulkJob(ctx, {
    job_type: 'Bulk Delete Ticket',
    work: 'deleted_tickets/destroy',
    items: found.map((id) => ({ id })),
    doing: 'Deleting ticket',
    silent: true,
  })
}

/** The work of the job, for one ticket. */
export const deletedTicketHandlers = {
  'deleted_tickets/destroy': async (ctx: Context, { id }: { id: number }) => {
    requireDestruction(ctx)
    if ((await scrubTickets(ctx, [id])).length === 0) throw new NotFound()
    await recordAudit(ctx, ticketEntry('destroy', id, 'Permanently deleted'))
    return { id, success: true }
  },
}
