/** Condition fields on the targets of SLA policies. */
import { sql } from 'kysely'
import { type FieldRow, row } from './row.ts'
import { calendarHours } from './time_kinds.ts'

function breach(title: string, direction: 'since' | 'until'): FieldRow {
  return row({
    title,
    kind: calendarHours(direction),
    read: (ticket) => ticket.sla_next_breach_at,
    reads: ['sla_next_breach_at'],
    column: sql.ref('tickets.sla_next_breach_at'),
    uses: ['automation', 'view'],
    timed: true,
    drawing: { type: 'text' },
  })
}

/** @source docs/reference/business_rules.md §3 */
export const slaFields: Readonly<Record<string, FieldRow>> = {
  sla_next_breach_at: breach('Hours since last SLA breach', 'since'),
  until_sla_next_breach_at: breach('Hours until next SLA breach', 'until'),
}
