import type { Details } from '../../../errors.ts'
import type { TicketState } from './row.ts'

/** What is wrong with changing a ticket that is closed; nothing with any other. Pure. @source docs/reference/tickets.md §3.1; docs/reference/conventions.md §2 */
export function checkOpen(before: Pick<TicketState, 'status'>): Details {
  return before.status === 'closed' ? { status: [{ description: 'closed prevents ticket update' }] } : {}
}
