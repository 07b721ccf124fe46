/**
 * What events say of tickets, their comments and attachments. Names and forms are those of the public service, which differ from those of
 * members, so they are written out; which changes are events is in ticket_members.ts. Pure. @source docs/reference/webhooks.md §5
 */
import { wireTime } from '#lib/clock.ts'
import type { AttachmentRow } from '#modules/common/attachments/store.ts'
import type { EventDraft, EventSubject } from '#modules/common/webhook_events/publish.ts'
import { idText, textOrEmpty } from '#modules/common/webhook_events/values.ts'
import type { TicketRow } from './row.ts'

/** Statuses, priorities and types stand in capitals in events. */
export const toCapitals = (word: string | null) => (word ?? '').toUpperCase()

/** Events of one change, each with its place among them; `id` is that of the change. */
export function addSequence(id: string, drafts: readonly EventDraft[]): EventDraft[] {
  const total = drafts.length
  return drafts.map(({ type, event }, index) => ({ type, event: { ...event, meta: { sequence: { id, position: index + 1, total } } } }))
}

/** What events say of a comment that they concern. */
export const nameComment = (id: number) => ({ comment: { id: String(id) } })

/** The events of the attachments that a comment was written with. */
export function attachmentEvents(commentId: number, attachments: readonly AttachmentRow[]): EventDraft[] {
  return attachments.map(({ id, file_name, content_type, size }) => ({
    type: 'ticket.attachment_linked_to_comment',
    event: { attachment: { content_type, filename: file_name, id: String(id), size: String(size) }, ...nameComment(commentId) },
  }))
}

/** A ticket as events show it. */
export function ticketSubject(actorId: number, ticket: TicketRow): EventSubject {
  const detail = {
    actor_id: String(actorId),
    assignee_id: idText(ticket.assignee_id),
    brand_id: idText(ticket.brand_id),
    created_at: wireTime(ticket.created_at),
    custom_status: idText(ticket.custom_status_id),
    description: ticket.description,
    external_id: textOrEmpty(ticket.external_id),
    form_id: idText(ticket.ticket_form_id),
    group_id: idText(ticket.group_id),
    id: String(ticket.id),
    is_public: ticket.is_public,
    organization_id: idText(ticket.organization_id),
    priority: toCapitals(ticket.priority),
    requester_id: idText(ticket.requester_id),
    status: toCapitals(ticket.status),
    subject: textOrEmpty(ticket.subject),
    submitter_id: idText(ticket.submitter_id),
    tags: ticket.tags,
    type: toCapitals(ticket.type),
    updated_at: wireTime(ticket.updated_at),
    via: { channel: ticket.via.channel },
  }
  return { domain: 'ticket', id: ticket.id, detail }
}
