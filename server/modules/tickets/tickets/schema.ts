/** Request and response schemas of tickets. @source docs/reference/tickets.md §1, §2 */
import Type, { type Static } from 'typebox'
import {
  Anything,
  Flag,
  Hash,
  Id,
  Ids,
  input,
  listOf,
  Moment,
  Name,
  Tags,
  Text,
  textUpTo,
  Whole,
  Word,
  wrapped,
} from '../../../http/shape.ts'

/** The text of a comment. One that is too long is a validation error of the ticket. */
const CommentText = textUpTo(65_536, 'Comment')

/** A comment; `value` is the older name of `body`, which clients still send. */
export const CommentInput = input({
  body: CommentText,
  value: CommentText,
  html_body: CommentText,
  public: Flag,
  author_id: Id,
  uploads: Anything,
  created_at: Moment,
})
export type CommentInput = Static<typeof CommentInput>

/** A list of `{id, value}`, or an object by id. */
const FieldValues = Type.Unsafe<{ id?: number | null; value?: unknown }[] | Record<string, unknown>>({
  anyOf: [listOf(input({ id: Id, value: Anything })), { type: 'object' }],
})
const Participant = input({ user_id: Id, user_email: Text, user_name: Text, action: Word })
export type Participant = Static<typeof Participant>

/** A person, by id, by e-mail address, or as an object. */
const Person = Type.Unsafe<number | string | Record<string, unknown>>({
  anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'object' }],
})

/** The data of a call, as its comment stores them. @source docs/reference/tickets.md §5.1 */
export const VoiceInput = input({
  from: Text,
  to: Text,
  recording_url: Text,
  call_id: Anything,
  call_duration: Whole,
  answered_by_id: Id,
  answered_by_name: Text,
  location: Text,
  started_at: Moment,
  transcription_text: CommentText,
  transcription_visible: Flag,
  trusted: Flag,
  author_id: Id,
  public: Flag,
  body: CommentText,
})
export type VoiceInput = Static<typeof VoiceInput>

export const TicketInput = input({
  subject: Text,
  raw_subject: Text,
  description: Text,
  comment: Type.Unsafe<CommentInput | string>({ anyOf: [CommentInput, CommentText] }),
  voice_comment: VoiceInput,
  type: Text,
  priority: Text,
  status: Text,
  custom_status_id: Id,
  external_id: Text,
  recipient: Name,
  requester_id: Id,
  requester: Person,
  submitter_id: Id,
  assignee_id: Id,
  assignee_email: Name,
  group_id: Id,
  organization_id: Id,
  brand_id: Id,
  ticket_form_id: Id,
  problem_id: Id,
  due_at: Moment,
  tags: Tags,
  additional_tags: Tags,
  remove_tags: Tags,
  custom_fields: FieldValues,
  fields: Anything,
  collaborator_ids: Ids,
  collaborators: Type.Unsafe<(number | string | Record<string, unknown>)[]>({ type: 'array', items: Person }),
  additional_collaborators: Type.Unsafe<(number | string | Record<string, unknown>)[]>({ type: 'array', items: Person }),
  email_ccs: listOf(Participant),
  followers: listOf(Participant),
  sharing_agreement_ids: Ids,
  macro_id: Id,
  macro_ids: Ids,
  metadata: Hash,
  safe_update: Anything,
  updated_stamp: Moment,
  via: Hash,
  via_id: Whole,
  via_followup_source_id: Id,
  attribute_value_ids: Ids,
})
export type TicketInput = Static<typeof TicketInput>

/** A ticket to import, with its dates and comments. @source docs/reference/tickets.md §8 */
export const ImportInput = Type.Partial(
  Type.Object({
    ...TicketInput.properties,
    comments: listOf(CommentInput),
    created_at: Moment,
    updated_at: Moment,
    solved_at: Moment,
  }),
)
export type ImportInput = Static<typeof ImportInput>

export const MergeInput = input({
  ids: Ids,
  target_comment: Text,
  source_comment: Text,
  target_comment_is_public: Flag,
  source_comment_is_public: Flag,
})
export type MergeInput = Static<typeof MergeInput>

export const TicketBody = wrapped('ticket', TicketInput)

const nullable = (type: string) => Type.Unsafe<unknown>({ type: [type, 'null'] })
const FieldList = Type.Array(Type.Object({ id: Type.Integer(), value: Anything }))

export const Ticket = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  external_id: nullable('string'),
  via: Hash,
  created_at: Type.String(),
  updated_at: Type.String(),
  generated_timestamp: Type.Integer(),
  type: nullable('string'),
  subject: nullable('string'),
  raw_subject: nullable('string'),
  description: Type.String(),
  priority: nullable('string'),
  status: Type.String(),
  recipient: nullable('string'),
  requester_id: Type.Integer(),
  submitter_id: Type.Integer(),
  assignee_id: nullable('integer'),
  organization_id: nullable('integer'),
  group_id: nullable('integer'),
  collaborator_ids: Type.Array(Type.Integer()),
  follower_ids: Type.Array(Type.Integer()),
  email_cc_ids: Type.Array(Type.Integer()),
  problem_id: nullable('integer'),
  has_incidents: Type.Boolean(),
  is_public: Type.Boolean(),
  due_at: nullable('string'),
  tags: Type.Array(Type.String()),
  custom_fields: FieldList,
  fields: FieldList,
  satisfaction_rating: nullable('object'),
  sharing_agreement_ids: Type.Array(Type.Integer()),
  custom_status_id: Type.Integer(),
  followup_ids: Type.Array(Type.Integer()),
  ticket_form_id: Type.Integer(),
  brand_id: Type.Integer(),
  allow_channelback: Type.Boolean(),
  allow_attachments: Type.Boolean(),
  from_messaging_channel: Type.Boolean(),
  encoded_id: Type.String(),
  satisfaction_probability: nullable('number'),
  support_type: nullable('string'),
})
