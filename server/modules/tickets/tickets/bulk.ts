/** Many tickets in one call. @source docs/reference/conventions.md §6, §7; docs/reference/tickets.md §1.2 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { MissingParameter } from '#core/errors.ts'
import { readIds, refuseTooMany } from '#http/bulk_ids.ts'
import type { AnswerOf } from '#http/route.ts'
import type { OneJobStatus } from '#modules/common/job_statuses/schema.ts'
import { startBulkJob } from '#modules/common/job_statuses/start.ts'
import { changeTicket } from './change.ts'
import { createTicket } from './create.ts'
import { removeTicket, requireDeletion } from './remove.ts'
import { importHandlers } from './import.ts'
import { mergeTickets } from './merge.ts'
import type { TicketInput } from './schema.ts'
import { markAsSpam } from './spam.ts'
import { reserveNumber } from './store.ts'

type ChangedTicket = TicketInput & { id?: number | null }

/** Starts a job that creates up to 100 tickets. @throws TooManyValues @throws TooManyJobs */
export function startTicketsCreate(ctx: Context, tickets: readonly TicketInput[]): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'ticket.create')
  refuseTooMany(tickets)
  return startBulkJob(ctx, { job_type: 'Bulk Create Ticket', work: 'tickets/create', items: tickets, doing: 'Creating ticket' })
}

/**
 * Starts a job with one change for many tickets (`ids` and `ticket`), or a change for each (`tickets`).
 * @throws MissingParameter @throws TooManyValues
 */
export function startTicketsUpdate(
  ctx: Context,
  ids: string | undefined,
  body: { ticket?: TicketInput; tickets?: readonly ChangedTicket[] },
): Promise<AnswerOf<typeof OneJobStatus>> {
  requirePermission(ctx, 'ticket.comment')
  const { ticket, tickets } = body
  if (ticket === undefined && tickets === undefined) throw new MissingParameter('ticket')
  const items = tickets ?? readIds(ids, 'tickets/update_many').map((id) => ({ ...ticket, id }))
  refuseTooMany(items)
  return startBulkJob(ctx, { job_type: 'Bulk Update Ticket', work: 'tickets/update', items, doing: 'Updating ticket' })
}

/** Starts a job that deletes many tickets. @throws TooManyValues */
export function startTicketsDelete(ctx: Context, ids: string | undefined): Promise<AnswerOf<typeof OneJobStatus>> {
  requireDeletion(ctx)
  const items = readIds(ids, 'tickets/destroy_many').map((id) => ({ id }))
  return startBulkJob(ctx, { job_type: 'Bulk Update Ticket', work: 'tickets/delete', items, doing: 'Deleting ticket' })
}

/**
 * Reserves a ticket number and starts a job that creates the ticket: `?async=true`. Validation errors are in the job's result.
 * @throws TooManyJobs @source docs/reference/tickets.md §1.2
 */
export function startTicketCreate(ctx: Context, ticket: TicketInput): Promise<{ number: number; job: AnswerOf<typeof OneJobStatus> }> {
  requirePermission(ctx, 'ticket.create')
  return inTransaction(ctx, async (tx) => {
    const number = await reserveNumber(tx)
    const items = [{ number, ticket }]
    const job = await startBulkJob(tx, { job_type: 'Create Ticket', work: 'tickets/create_promised', items, doing: 'Creating ticket' })
    return { number, job }
  })
}

/** The work of the jobs, for one ticket. */
export const ticketHandlers = {
  'tickets/create_promised': async (ctx: Context, { number, ticket }: { number: number; ticket: TicketInput }, index: number) => ({
    index,
    id: (await createTicket(ctx, ticket, { number })).ticket.id,
    account_id: ctx.account.id,
  }),
  ...importHandlers,
  'tickets/merge': mergeTickets,
  'tickets/spam': async (ctx: Context, { id }: { id: number }) => {
    await markAsSpam(ctx, id)
    return { id, action: 'delete', success: true, status: 'Deleted' }
  },
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
