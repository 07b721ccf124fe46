/** Deleting a ticket, and bringing it back. @source tickets.md §3.7 */
import { requirePermission } from '../../access/permissions.ts'
import { type Context, inTransaction } from '../../context.ts'
import { Forbidden } from '../../errors.ts'
import { recordAudit } from '../audit_logs/record_store.ts'
import { getTicket, markDeleted } from './store.ts'

/** Agents may delete where the account allows it; admins always. @throws Forbidden */
export function requireDeletion(ctx: Context): void {
  requirePermission(ctx, 'ticket.delete')
  const allowed = ctx.actor.role === 'admin' || ctx.account.settings.tickets.agents_can_delete
  if (!allowed) throw new Forbidden()
}

/** Deletes a ticket; it can be restored. @throws Forbidden @throws NotFound */
export async function removeTicket(ctx: Context, id: number): Promise<void> {
  requireDeletion(ctx)
  const before = await getTicket(ctx, id)
  await inTransaction(ctx, async (tx) => {
    if (!(await markDeleted(tx, id, ctx.actor.id))) return
    await recordAudit(tx, {
      action: 'destroy',
      source_type: 'ticket',
      source_id: id,
      source_label: `Ticket #${id}`,
      change_description: `Deleted ticket "${before.subject ?? ''}"`,
    })
  })
}
