import type { Details } from '#core/errors.ts'
import type { TicketState } from './row.ts'

/**
 * Why a ticket cannot be changed: it is closed; empty for any other status. Pure.
 * @source docs/reference/tickets.md §3.1; docs/reference/conventions.md §2
 */
export function checkOpen(before: Pick<TicketState, 'status'>): Details {
  return before.status === 'closed' ? { status: [{ description: 'closed prevents ticket update' }] } : {}
}
