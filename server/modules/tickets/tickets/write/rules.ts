/** The stage of business rules: what triggers make of a write, between the system's own rules and the checks. There are no triggers yet. */
import type { Context } from '../../../../context.ts'
import type { TicketWrite } from './ticket_write.ts'

/** Runs the rules over a write. An import runs none. */
export function applyRules(_ctx: Context, write: TicketWrite): TicketWrite {
  return write
}
