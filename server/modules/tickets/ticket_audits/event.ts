/**
 * Every event that an audit of a ticket holds, as it is stored. Whoever makes, stores, reads or rewrites events takes their types from here;
 * a new event is a new member of {@link TicketEventDraft}. Pure. @source docs/reference/tickets.md §5
 */
import type { Via } from '../../../context.ts'

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
  readonly score: unknown
  readonly assignee_id: number | null
  readonly body: unknown
}

/** The ticket came under a sharing agreement, or left it. */
export interface TicketSharingEvent {
  readonly type: 'TicketSharingEvent'
  readonly agreement_id: number
  readonly action: 'shared' | 'unshared'
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

/** Text was taken out of a comment. */
export interface CommentRedactionEvent {
  readonly type: 'CommentRedactionEvent'
  readonly comment_id: number
}

/** A file of a comment was taken away. */
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

/** An event before it has its id. */
export type TicketEventDraft =
  | CommentEvent
  | CreateEvent
  | ChangeEvent
  | EmailCcChangeEvent
  | FollowerChangeEvent
  | SatisfactionRatingEvent
  | TicketSharingEvent
  | MacroReferenceEvent
  | CommentPrivacyChangeEvent
  | CommentRedactionEvent
  | AttachmentRedactionEvent
  | ChatStartedEvent

/** An event as it is stored. `via` is there where it differs from its audit's. */
export type TicketEvent = TicketEventDraft & { readonly id: number; readonly via?: Via }

/** True for an event that wrote a comment; its id is the comment's. */
export const isCommentEvent = (event: TicketEvent): event is TicketEvent & CommentEvent =>
  event.type === 'Comment' || event.type === 'VoiceComment'

/** Gives each event its id: the first of `ids` to the first, and so on. @throws RangeError when there are too few ids */
export function numbered(drafts: readonly TicketEventDraft[], ids: readonly number[]): TicketEvent[] {
  return drafts.map((draft, index) => {
    const id = ids[index]
    if (id === undefined) throw new RangeError(`${drafts.length} events and ${ids.length} ids`)
    return { id, ...draft }
  })
}
