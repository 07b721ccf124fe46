/** Many tickets in one call. @source conventions.md §6, §7, tickets.md §1.2 */
import { requirePermission } from '../../access/permissions.ts'
import type { Context } from '../../context.ts'
import { MissingParameter } from '../../errors.ts'
import { readIds, refuseTooMany } from '../../http/many.ts'
import { startBulkJob } from '../job_statuses/start.ts'
import { changeTicket, createTicket } from './change.ts'
import { removeTicket, requireDeletion } from './remove.ts'
import type { TicketInput } from './schema.ts'

type ChangedTicket = TicketInput & { id?: number | null }

/** Queues the creation of up to 100 tickets. @throws TooManyValues @throws TooManyJobs */
export function startTicketsCreate(ctx: Context, tickets: readonly TicketInput[]): Promise<Record<string, unknown>> {
  requirePermission(ctx, 'ticket.create')
  refuseTooMany(tickets)
  return startBulkJob(ctx, { job_type: 'Bulk Create Ticket', work: 'tickets/create', items: tickets, doing: 'Creating ticket' })
}

/** Queues one change for many tickets (`ids` and `ticket`), or a change for each (`tickets`). @throws MissingParameter @throws TooManyValues */
export function startTicketsUpdate(
  ctx: Context,
  ids: string | undefined,
  body: { ticket?: TicketInput; tickets?: readonly ChangedTicket[] },
): Promise<Record<string, unknown>> {
  requirePermission(ctx, 'ticket.update')
  const { ticket, tickets } = body
  if (ticket === undefined && tickets === undefined) throw new MissingParameter('ticket')
  const items = tickets ?? readIds(ids, 'tickets/update_many').map((id) => ({ ...ticket, id }))
  refuseTooMany(items)
  return startBulkJob(ctx, { job_type: 'Bulk Update Ticket', work: 'tickets/update', items, doing: 'Updating ticket' })
}

/** Queues the deletion of many tickets. @throws TooManyValues */
export function startTicketsDelete(ctx: Context, ids: string | undefined): Promise<Record<string, unknown>> {
  requireDeletion(ctx)
  const items = readIds(ids, 'tickets/destroy_many').map((id) => ({ id }))
  return startBulkJob(ctx, { job_type: 'Bulk Update Ticket', work: 'tickets/delete', items, doing: 'Deleting ticket' })
}

/** What the jobs do to one ticket. */
export const ticketWorks = {
  'tickets/create': async (ctx: Context, item: TicketInput, index: number) => ({
    index,
    id: (await createTicket(ctx, item)).ticket.id,
    account_id: ctx.account.id,
  }),
  'tickets/update': async (ctx: Context, { id, ...change }: ChangedTicket) => ({
    id: (await changeTicket(ctx, id ?? 0, change)).ticket.id,
    action: 'update',
    success: true,
    status: 'Updated',
  }),
  'tickets/delete': async (ctx: Context, { id }: { id: number }) => {
    await removeTicket(ctx, id)
    return { id, action: 'delete', success: true, status: 'Deleted' }
  },
}
