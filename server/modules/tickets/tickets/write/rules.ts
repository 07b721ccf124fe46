/** The stage of business rules: runs triggers on a write, between the system rules and the checks. There are no triggers yet. */
import type { Context } from '../../../../context.ts'
import type { TicketWrite } from './ticket_write.ts'

/** Runs the rules over a write. An import runs none. */
export function applyRules(_ctx: Context, write: TicketWrite): TicketWrite {
  return write
}
