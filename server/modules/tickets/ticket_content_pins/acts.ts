/** Pinning content, such as an article, to a ticket. @source docs/reference/tickets.md §12.2; docs/reference/conventions.md §2.3 */
import { randomUUID } from 'node:crypto'
import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { Conflict, HttpError, Unprocessable, orNotFound } from '#core/errors.ts'
import { findTickets } from '../tickets/list.ts'
import { getTicket } from '../tickets/store.ts'
import { deletePin, findPin, insertPin, type PinRow, pinsOf } from './store.ts'

const LONGEST = 255

/** The input of a pin. */
export interface PinInput {
  readonly ticket_id?: string | null
  readonly content_id?: string | null
  readonly content_type?: string | null
  readonly locale?: string | null
}

/** Pins content to a ticket. @throws Forbidden @throws HttpError 400 when a member is missing @throws Unprocessable @throws Conflict when it is pinned already */
export async function createPin(ctx: Context, given: PinInput): Promise<PinRow> {
  requirePermission(ctx, 'ticket.update')
  const { ticket_id, content_id, content_type, locale = null } = given
  for (const [name, value] of Object.entries({ ticket_id, content_id, content_type }))
    if (!value) throw new HttpError(400, { error: { message: `${name} is required`, title: 'Invalid attribute' } })
  if ([content_id, content_type, locale].some((text) => (text ?? '').length > LONGEST))
    throw new Unprocessable('InvalidValue', `A member is longer than ${LONGEST} characters`)
  const [ticket] = /^\d{1,15}$/.test(ticket_id ?? '') ? await findTickets(ctx, [Number(ticket_id)]) : []
  if (ticket === undefined) throw new Unprocessable('InvalidValue', 'Ticket not found')
  const pin = {
    id: randomUUID(),
    ticket_id: ticket.id,
    content_id: ensureDefined(content_id),
    content_type: ensureDefined(content_type),
    locale,
  }
  const row = await insertPin(ctx, pin)
  if (row === undefined) throw new Conflict('Conflict', 'This content is pinned to the ticket already')
  return row
}

/** The pins of a ticket. @throws Forbidden @throws NotFound */
export async function listPins(ctx: Context, ticketId: string | undefined): Promise<PinRow[]> {
  requirePermission(ctx, 'ticket.list')
  if (!/^\d{1,15}$/.test(ticketId ?? ''))
    throw new HttpError(400, { error: { message: 'ticket_id is required', title: 'Invalid attribute' } })
  return pinsOf(ctx, (await getTicket(ctx, Number(ticketId))).id)
}

/** Removes a pin and returns it. @throws Forbidden @throws NotFound also for one on a ticket the caller cannot see */
export async function removePin(ctx: Context, id: string): Promise<PinRow> {
  requirePermission(ctx, 'ticket.update')
  const before = orNotFound(await findPin(ctx, id))
  await getTicket(ctx, before.ticket_id)
  return (await deletePin(ctx, id)) ?? before
}
