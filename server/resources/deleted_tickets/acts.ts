/** Restoring deleted tickets, and removing them for good. @source tickets.md §3.7 */
import { type Context, inTransaction } from '../../context.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import { recordAudit } from '../audit_logs/record.ts'
import { startBulkJob } from '../job_statuses/start.ts'
import { requireDeletion } from '../tickets/remove.ts'
import { markDeleted } from '../tickets/store.ts'
import { destroyDeleted, findDeleted } from './store.ts'

/** Brings tickets back as they were. @throws NotFound when one of them is no deleted ticket */
export async function restoreTickets(ctx: Context, ids: readonly number[]): Promise<void> {
  requireDeletion(ctx)
  if ((await findDeleted(ctx, ids)).length < ids.length) throw new NotFound()
  await inTransaction(ctx, async (tx) => {
    for (const id of ids) await markDeleted(tx, id, null)
  })
}

/** Queues removing deleted tickets for good; admins only. @throws Forbidden @throws NotFound */
export async function startDestroy(ctx: Context, ids: readonly number[]): Promise<Record<string, unknown>> {
  requireDeletion(ctx)
  if (ctx.actor.role !== 'admin') throw new Forbidden()
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

/** What the job does to one ticket. */
export const deletedTicketWorks = {
  'deleted_tickets/destroy': async (ctx: Context, { id }: { id: number }) => {
    await destroyDeleted(ctx, id)
    await recordAudit(ctx, {
      action: 'destroy',
      source_type: 'ticket',
      source_id: id,
      source_label: `Ticket #${id}`,
      change_description: 'Permanently deleted',
    })
    return { id, success: true }
  },
}
