/** Request and response schemas of tickets. @source docs/reference/tickets.md §1, §2 */
import Type, { type Static } from 'typebox'
import { anyObject, flag, text, textOrNull, texts, whole, wholes } from '#http/answer_shape.ts'
import {
  Address,
  Anything,
  Flag,
  Hash,
  Id,
  Ids,
  defineInput,
  Line,
  listOf,
  Members,
  Moment,
  ShortAddress,
  Tags,
  Text,
  textUpTo,
  Value,
  Whole,
  Word,
  wrapInKey,
} from '#http/shape.ts'
import { MetricEventsByMetric, SlaMetricShape, TicketMetric } from '../ticket_metrics/schema.ts'
import { pluck } from './define_members.ts'
import { TICKET_MEMBERS } from './ticket_members.ts'

/** The text of a comment. One that is too long is a validation error of the ticket. */
const CommentText = textUpTo(65_536, 'Comment')

/** A comment; `value` is the older name of `body`, which clients still send. */
export const CommentInput = defineInput({
  body: CommentText,
  value: CommentText,
  html_body: CommentText,
  public: Flag,
  author_id: Id,
  uploads: Anything,
  created_at: Moment,
})
export type CommentInput = Static<typeof CommentInput>

const Participant = defineInput({ user_id: Id, user_email: Address, user_name: Line, action: Word })
export type Participant = Static<typeof Participant>

/** A person, by id, by e-mail address, or as an object. */
const Person = Type.Unsafe<number | string | Record<string, unknown>>({
  anyOf: [{ type: 'integer' }, { type: 'string' }, Members],
})

/** The data of a call, as its comment stores them. @source docs/reference/tickets.md §5.1 */
export const VoiceInput = defineInput({
  from: Text,
  to: Text,
  recording_url: Text,
  call_id: Value,
  call_duration: Whole,
  answered_by_id: Id,
  answered_by_name: Line,
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
/** What is stored of a call beside the comment. */
export type Call = Readonly<Omit<VoiceInput, 'author_id' | 'public' | 'body'>>

/** What a ticket is written with: its members as ticket_members.ts says, and instructions that are no members. */
export const TicketInput = defineInput({
  ...pluck(TICKET_MEMBERS, 'input'),
  raw_subject: Line,
  comment: Type.Unsafe<CommentInput | string>({ anyOf: [CommentInput, CommentText] }),
  voice_comment: VoiceInput,
  requester: Person,
  assignee_email: ShortAddress,
  additional_tags: Tags,
  remove_tags: Tags,
  fields: Value,
  collaborator_ids: Ids,
  collaborators: Type.Unsafe<(number | string | Record<string, unknown>)[]>({ type: 'array', items: Person }),
  additional_collaborators: Type.Unsafe<(number | string | Record<string, unknown>)[]>({ type: 'array', items: Person }),
  email_ccs: listOf(Participant),
  followers: listOf(Participant),
  macro_id: Id,
  macro_ids: Ids,
  metadata: Hash,
  safe_update: Anything,
  updated_stamp: Moment,
  via_followup_source_id: Id,
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

export const MergeInput = defineInput({
  ids: Ids,
  target_comment: Text,
  source_comment: Text,
  target_comment_is_public: Flag,
  source_comment_is_public: Flag,
})
export type MergeInput = Static<typeof MergeInput>

export const TicketBody = wrapInKey('ticket', TicketInput)

/** What an audit and its comment keep of the call that made them. Where the caller was is not looked up. @source docs/reference/tickets.md §2, §5 */
export const CallMetadata = Type.Object({
  system: Type.Object({
    client: textOrNull,
    ip_address: textOrNull,
    location: Type.Null(),
    latitude: Type.Null(),
    longitude: Type.Null(),
  }),
  custom: anyObject,
  /** Present once an agent has marked the audit as trusted. */
  trusted: Type.Optional(flag),
})

/** The moments of a ticket that `include=dates` shows. */
export const Dates = Type.Object({
  assignee_updated_at: textOrNull,
  requester_updated_at: textOrNull,
  status_updated_at: textOrNull,
  initially_assigned_at: textOrNull,
  assigned_at: textOrNull,
  solved_at: textOrNull,
  latest_comment_added_at: textOrNull,
})

/** Members that `include` adds to each ticket. @source docs/reference/conventions.md §5 */
export const TicketExtras = Type.Partial(
  Type.Object({
    comment_count: whole,
    incident_count: whole,
    dates: Dates,
    metric_set: TicketMetric,
    metric_events: MetricEventsByMetric,
    slas: Type.Object({ policy_metrics: Type.Array(SlaMetricShape) }),
  }),
)

/** @source docs/reference/tickets.md §1.1 */
export const Ticket = Type.Object({ ...pluck(TICKET_MEMBERS, 'answer'), ...TicketExtras.properties })
export const OneTicket = Type.Object({ ticket: Ticket })

export const TicketRelated = Type.Object({
  url: text,
  topic_id: Type.Null(),
  jira_issue_ids: wholes,
  followup_source_ids: texts,
  from_archive: flag,
  incidents: whole,
})
