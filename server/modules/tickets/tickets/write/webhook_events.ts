/** Which events a write of a ticket means. Pure. @source docs/reference/webhooks.md §5 */
import type { Role } from '#core/context.ts'
import { wireTimeOrNull } from '#lib/clock.ts'
import type { EventDraft } from '#modules/common/webhook_events/publish.ts'
import { type ChangeRow, changesOf, fieldEvents, idText, tagEvents, textOrEmpty } from '#modules/common/webhook_events/values.ts'
import { toCapitals, addSequence } from '../event_values.ts'
import type { TicketState } from '../row.ts'
import type { NewComment } from '../store.ts'
import type { AuditedWrite } from './ticket_write.ts'

const idTexts = (ids: readonly number[]) => ids.map(String)

const CHANGES: readonly ChangeRow<TicketState>[] = [
  ['agent_assignment_changed', (ticket) => idText(ticket.assignee_id)],
  ['brand_changed', (ticket) => idText(ticket.brand_id)],
  ['custom_status_changed', (ticket) => idText(ticket.custom_status_id)],
  ['description_changed', (ticket) => ticket.description],
  ['email_ccs_changed', (ticket) => idTexts(ticket.email_cc_ids)],
  ['external_id_changed', (ticket) => textOrEmpty(ticket.external_id)],
  ['followers_changed', (ticket) => idTexts(ticket.follower_ids)],
  ['form_changed', (ticket) => idText(ticket.ticket_form_id)],
  ['group_assignment_changed', (ticket) => idText(ticket.group_id)],
  ['organization_changed', (ticket) => idText(ticket.organization_id)],
  ['priority_changed', (ticket) => toCapitals(ticket.priority)],
  ['problem_link_changed', (ticket) => idText(ticket.problem_id)],
  ['requester_changed', (ticket) => idText(ticket.requester_id)],
  ['schedule_changed', (ticket) => idText(ticket.sla?.schedule_id ?? null)],
  ['status_changed', (ticket) => toCapitals(ticket.status)],
  ['subject_changed', (ticket) => textOrEmpty(ticket.subject)],
  ['submitter_changed', (ticket) => idText(ticket.submitter_id)],
  ['task_due_at_changed', (ticket) => textOrEmpty(wireTimeOrNull(ticket.due_at))],
  ['ticket_type_changed', (ticket) => toCapitals(ticket.type)],
]

function commentEvent({ id, author_id, body, public: is_public }: NewComment, role: Role): EventDraft {
  const author = { id: String(author_id), is_staff: role !== 'end-user' }
  return { type: 'ticket.comment_added', event: { comment: { author, body, id: String(id), is_public } } }
}

/** The events of a write, each with its place among them. */
export function ticketEvents(write: AuditedWrite): EventDraft[] {
  const { before, after, comment, author_role, audit } = write
  const drafts = [
    ...(before === null
      ? [{ type: 'ticket.created', event: {} }]
      : [
          ...changesOf('ticket', CHANGES, before, after),
          ...tagEvents('ticket', before.tags, after.tags),
          ...fieldEvents('ticket', before.custom_fields, after.custom_fields),
        ]),
    ...(comment === null ? [] : [commentEvent(comment, author_role)]),
  ]
  return addSequence(String(audit.id), drafts)
}
