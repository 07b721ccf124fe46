/** Skips: agents who work through a view record which tickets they skipped, and why. @source docs/reference/tickets.md §12.1 */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { Forbidden, NotFound, RecordInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import type { Page, Paging } from '#http/paging.ts'
import { findTickets, type ListedTicket } from '../tickets/list.ts'
import { getTicket } from '../tickets/store.ts'
import { findVisibleUsers } from '#modules/people/users/list_store.ts'
import { insertSkip, listSkips, type SkipRow } from './store.ts'

const MAX_REASON_LENGTH = 1000

/** A skip and its ticket. */
export interface CreatedSkip {
  readonly row: SkipRow
  readonly ticket: ListedTicket
}

/** Records that the caller skipped a ticket. @throws Forbidden @throws RecordInvalid */
export async function createSkip(ctx: Context, given: { ticket_id?: number | null; reason?: string | null }): Promise<CreatedSkip> {
  requirePermission(ctx, 'ticket.list')
  const [ticket] = await findTickets(ctx, typeof given.ticket_id === 'number' ? [given.ticket_id] : [])
  if (ticket === undefined) throw new RecordInvalid({ ticket: [makeInvalidProblem('Ticket')] })
  const reason = given.reason ?? null
  if (reason !== null && reason.length > MAX_REASON_LENGTH)
    throw new RecordInvalid({
      reason: [{ description: `Reason: is too long (maximum is ${MAX_REASON_LENGTH} characters)`, error: 'TooLong' }],
    })
  return { row: await insertSkip(ctx, ticket.id, reason), ticket }
}

/** A page of skips; agents see only their own. @throws Forbidden @throws NotFound for an unknown ticket or user */
export async function readSkips(ctx: Context, filter: { ticket_id?: number; user_id?: number }, paging: Paging): Promise<Page<SkipRow>> {
  requirePermission(ctx, 'ticket.list')
  if (filter.ticket_id !== undefined) await getTicket(ctx, filter.ticket_id)
  if (filter.user_id !== undefined && (await findVisibleUsers(ctx, [filter.user_id])).length === 0) throw new NotFound()
  if (ctx.actor.role === 'admin') return listSkips(ctx, filter, paging)
  if (filter.user_id !== undefined && filter.user_id !== ctx.actor.id) throw new Forbidden()
  return listSkips(ctx, { ...filter, user_id: ctx.actor.id }, paging)
}
