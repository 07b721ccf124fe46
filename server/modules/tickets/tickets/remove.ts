/** Deleting tickets. Restoring them is in deleted_tickets/. @source docs/reference/tickets.md §3.7 */
import { can } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden } from '#core/errors.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { publishTicketEvents } from './publishing.ts'
import type { TicketRow } from './row.ts'
import { getTicket, markDeleted } from './store.ts'

/** True for admins, and for agents if their custom role allows it or, without one, the account does. */
function mayDeleteTickets(ctx: Context): boolean {
  const { role, role_configuration } = ctx.actor
  if (!can(ctx, 'ticket.delete')) return false
  return role === 'admin' || role_configuration !== null || ctx.account.settings.tickets.agents_can_delete
}

/** Agents may delete where their role or the account allows it; admins always. @throws Forbidden */
export function requireDeletion(ctx: Context): void {
  if (!mayDeleteTickets(ctx)) throw new Forbidden()
}

/** Deletes a ticket; it can be restored. @throws Forbidden @throws NotFound */
export async function removeTicket(ctx: Context, id: number): Promise<void> {
  requireDeletion(ctx)
  const before = await getTicket(ctx, id)
  await inTransaction(ctx, (tx) => deleteTicket(tx, before, 'Deleted'))
}

/** Marks a ticket as deleted and records it in the audit log; `word` begins the description. The caller is already authorised. */
export async function deleteTicket(tx: Context, before: TicketRow, word: string): Promise<void> {
  if (!(await markDeleted(tx, before.id, tx.actor.id))) return
  await publishTicketEvents(tx, before, [{ type: 'ticket.soft_deleted', event: {} }])
  await recordAudit(tx, {
    action: 'destroy',
    source_type: 'ticket',
    source_id: before.id,
    source_label: `Ticket #${before.id}`,
    change_description: `${word} ticket "${before.subject ?? ''}"`,
  })
}
