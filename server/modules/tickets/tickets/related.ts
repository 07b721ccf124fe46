/** The related records of a ticket. @source docs/reference/tickets.md §1.2 */
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { incidentCounts } from './list.ts'
import type { TicketRow } from './row.ts'
import type { TicketRelated } from './schema.ts'
import { getTicket } from './store.ts'

/** The related records of a ticket as JSON. @throws Forbidden @throws NotFound */
export async function getTicketRelated(ctx: Context, id: number): Promise<AnswerOf<typeof TicketRelated>> {
  requirePermission(ctx, 'ticket.list')
  const [ticket, incidents] = await allOf(
    () => getTicket(ctx, id),
    () => incidentCounts(ctx, [id]),
  )
  return {
    url: `${ctx.caller.base_url}/api/v2/tickets/${id}/related.json`,
    topic_id: null,
    jira_issue_ids: [],
    followup_source_ids: sourcesOf(ticket),
    from_archive: ticket.archived_at !== null,
    incidents: incidents.get(id) ?? 0,
  }
}

function sourcesOf({ via }: TicketRow): string[] {
  const { rel, from } = via.source
  return rel === 'follow_up' && typeof from.ticket_id === 'number' ? [String(from.ticket_id)] : []
}
