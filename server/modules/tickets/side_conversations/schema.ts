/** What a side conversation is on the wire, in both directions. @source docs/reference/other.md §16 */
import Type, { type Static } from 'typebox'
import { anyObject, oneOf, text, textOrNull, whole } from '#http/answer_shape.ts'
import { Anything, Id, defineInput, listOf, Members, Name, ShortAddress, Text, textUpTo, wrapInKey } from '#http/shape.ts'

/** As many as people can be copied on a ticket. */
const MAX_RECIPIENTS = 48

const RecipientInput = defineInput({
  user_id: Id,
  email: ShortAddress,
  name: Name,
  support_group_id: Id,
  support_agent_id: Id,
  slack_workspace_id: Name,
  slack_channel_id: Name,
})
export type RecipientInput = Static<typeof RecipientInput>

const MessageInput = defineInput({
  subject: Name,
  body: textUpTo(65_536, 'Body'),
  html_body: textUpTo(65_536, 'Html body'),
  to: listOf(RecipientInput, MAX_RECIPIENTS),
  /** Read only to refuse it: a message is sent without files. */
  attachment_ids: Anything,
})
export type MessageInput = Static<typeof MessageInput>

/** Not wrapped: the message stands beside the ids. */
export const SideConversationBody = Type.Object({ message: MessageInput, external_ids: Type.Optional(Members) })
export const ReplyBody = wrapInKey('message', MessageInput)

const ChangeInput = defineInput({ subject: Name, state: Text })
export type ChangeInput = Static<typeof ChangeInput>
export const ChangeBody = wrapInKey('side_conversation', ChangeInput)

/** Whom a message is from or to: which members there are goes by what it is. */
const ParticipantShape = Type.Partial(
  Type.Object({
    user_id: whole,
    name: text,
    email: textOrNull,
    support_group_id: whole,
    support_agent_id: whole,
    slack_workspace_id: text,
    slack_channel_id: text,
  }),
)
export const STATES = ['open', 'closed'] as const

export const SideConversation = Type.Object({
  created_at: text,
  external_ids: Type.Record(Type.String(), text),
  id: text,
  message_added_at: text,
  participants: Type.Array(ParticipantShape),
  preview_text: text,
  state: oneOf(STATES),
  state_updated_at: text,
  subject: text,
  ticket_id: whole,
  updated_at: text,
  url: text,
})

export const SideConversationEvent = Type.Object({
  id: text,
  side_conversation_id: text,
  ticket_id: whole,
  type: oneOf(['create', 'reply', 'update']),
  via: text,
  created_at: text,
  url: text,
  actor: ParticipantShape,
  message: Type.Optional(
    Type.Object({
      subject: text,
      preview_text: text,
      body: text,
      html_body: text,
      from: ParticipantShape,
      to: Type.Array(ParticipantShape),
      external_ids: Type.Record(Type.String(), text),
      attachments: Type.Array(anyObject),
    }),
  ),
  updates: Type.Optional(Type.Partial(Type.Object({ state: oneOf(STATES), subject: text }))),
  rule: Type.Optional(Type.Object({ type: oneOf(['trigger', 'automation']), id: whole, title: text, revision_id: Type.Optional(whole) })),
})

const events = Type.Optional(Type.Array(SideConversationEvent))
export const OneSideConversation = Type.Object({ side_conversation: SideConversation, events })
export const SomeSideConversations = Type.Object({ side_conversations: Type.Array(SideConversation), events })
export const OneEvent = Type.Object({ event: SideConversationEvent })
export const ReplyAnswer = Type.Object({ event: SideConversationEvent, side_conversation: SideConversation })
export const SomeEvents = Type.Object({
  events: Type.Array(SideConversationEvent),
  side_conversations: Type.Optional(Type.Array(SideConversation)),
})
