/**
 * All events that audits of tickets can contain, as stored. Code that creates, stores, reads or rewrites events uses these types; a new
 * event is a new member of {@link TicketEventDraft}. Pure. @source docs/reference/tickets.md §5
 */
import type { Via } from '#core/context.ts'

/** A value as audits show it: ids and numbers as text, several values as a list. */
export type EventValue = string | readonly string[] | null

/** A comment was written. Its text is in the comment, which has the event's id. */
export interface CommentEvent {
  readonly type: 'Comment' | 'VoiceComment'
}

/** A member of a new ticket. Custom fields are named by their id. */
export interface CreateEvent {
  readonly type: 'Create'
  readonly field_name: string
  readonly value: EventValue
}

/** A member of a ticket has changed. */
export interface ChangeEvent {
  readonly type: 'Change'
  readonly field_name: string
  readonly value: EventValue
  readonly previous_value: EventValue
}

/** Other people are copied on the ticket. */
export interface EmailCcChangeEvent {
  readonly type: 'EmailCcChange'
  readonly current_email_ccs: readonly number[]
  readonly previous_email_ccs: readonly number[]
}

/** Other agents follow the ticket. */
export interface FollowerChangeEvent {
  readonly type: 'FollowerChange'
  readonly current_followers: readonly number[]
  readonly previous_followers: readonly number[]
}

/** The requester has rated the work. */
export interface SatisfactionRatingEvent {
  readonly type: 'SatisfactionRating'
  readonly score: string
  readonly assignee_id: number | null
  readonly body: string | null
}

/** The ticket was shared under an agreement, or unshared. */
export interface TicketSharingEvent {
  readonly type: 'TicketSharingEvent'
  readonly agreement_id: number
  readonly action: 'shared' | 'unshared'
}

/** A trigger has set the ticket a schedule of its own. */
export interface ScheduleAssignmentEvent {
  readonly type: 'ScheduleAssignment'
  readonly previous_schedule_id: number | null
  readonly new_schedule_id: number | null
}

/** A macro was applied. */
export interface MacroReferenceEvent {
  readonly type: 'AgentMacroReference'
  readonly macro_id: string
  readonly macro_title: string | null
  readonly macro_deleted: boolean
}

/** A public comment became private. */
export interface CommentPrivacyChangeEvent {
  readonly type: 'CommentPrivacyChange'
  readonly comment_id: number
  readonly public: boolean
}

/** Text of a comment was redacted. */
export interface CommentRedactionEvent {
  readonly type: 'CommentRedactionEvent'
  readonly comment_id: number
}

/** An attachment of a comment was redacted. */
export interface AttachmentRedactionEvent {
  readonly type: 'AttachmentRedactionEvent'
  readonly comment_id: number
  readonly attachment_id: number
}

/** A chat with its messages, which are data of the chat service. */
export interface ChatStartedEvent {
  readonly type: 'ChatStartedEvent'
  readonly value: Readonly<Record<string, unknown>>
}

/** A rule mails people. `subject` and `body` are the rule's texts, before placeholders are rendered: what was sent is beside the events. */
export interface NotificationEvent {
  readonly type: 'Notification' | 'NotificationWithCcs'
  readonly subject: string
  readonly body: string
  readonly recipients: readonly number[]
}

/** A rule calls a webhook or a target, `resource` by its id, with `body`, before placeholders are rendered. */
export interface ExternalEvent {
  readonly type: 'External'
  readonly resource: string
  readonly body: string
}

/** A side conversation of the ticket began, went on, was closed or opened again. */
export interface SideConversationEvent {
  readonly type: 'CollabThreadCreated' | 'CollabThreadReply' | 'CollabThreadClosed' | 'CollabThreadReopened'
  readonly side_conversation_id: string
  readonly subject: string
}

/** An event before it has its id. */
export type TicketEventDraft =
  | CommentEvent
  | CreateEvent
  | ChangeEvent
  | EmailCcChangeEvent
  | FollowerChangeEvent
  | SatisfactionRatingEvent
  | TicketSharingEvent
  | ScheduleAssignmentEvent
  | MacroReferenceEvent
  | CommentPrivacyChangeEvent
  | CommentRedactionEvent
  | AttachmentRedactionEvent
  | ChatStartedEvent
  | NotificationEvent
  | ExternalEvent
  | SideConversationEvent

/** An event with how it came about, if that differs from the audit. */
export type TicketEventMade = TicketEventDraft & { readonly via?: Via }

/** An event as it is stored. */
export type TicketEvent = TicketEventMade & { readonly id: number }

/** True for an event that created a comment, which has the same id. */
export const isCommentEvent = (event: TicketEvent): event is TicketEvent & CommentEvent =>
  event.type === 'Comment' || event.type === 'VoiceComment'

/** Assigns `ids` to the events in order. @throws RangeError when there are too few ids */
export function assignIds(drafts: readonly TicketEventMade[], ids: readonly number[]): TicketEvent[] {
  return drafts.map((draft, index) => {
    const id = ids[index]
    if (id === undefined) throw new RangeError(`${drafts.length} events and ${ids.length} ids`)
    return { id, ...draft }
  })
}
