/** Request and response schemas of requests: tickets as their requesters see them. @source docs/reference/tickets.md §9 */
import Type, { type Static } from 'typebox'
import { flag, orNull, text, textOrNull, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
import {
  Address,
  Anything,
  Flag,
  Id,
  defineInput,
  Line,
  listOf,
  Members,
  Moment,
  ShortAddress,
  Text,
  textUpTo,
  Value,
  Word,
  wrapInKey,
} from '#http/shape.ts'
import { Attachment, Photo } from '#modules/common/attachments/schema.ts'
import { VoiceMembers } from '../ticket_comments/schema.ts'
import { CallMetadata } from '../tickets/schema.ts'
import { FieldValueList, Via } from '../tickets/value_schema.ts'

/** A comment; `value` is the older name of `body`, which clients still send. */
const CommentText = textUpTo(65_536, 'Comment')
const Comment = defineInput({ body: CommentText, value: CommentText, html_body: CommentText, uploads: Anything })
const Copied = defineInput({ user_id: Id, user_email: Address, user_name: Line, action: Word })
/** A person to copy: by id, by address, or as an object. */
const Person = Type.Unsafe<number | string | Record<string, unknown>>({
  anyOf: [{ type: 'integer' }, { type: 'string' }, Members],
})
const Named = Type.Unsafe<Static<typeof Person>[]>({ type: 'array', items: Person })

export const RequestInput = defineInput({
  subject: Line,
  comment: Type.Unsafe<Static<typeof Comment> | string>({ anyOf: [Comment, CommentText] }),
  description: Text,
  priority: Text,
  type: Text,
  due_at: Moment,
  custom_fields: Value,
  fields: Value,
  ticket_form_id: Id,
  organization_id: Id,
  brand_id: Id,
  recipient: ShortAddress,
  requester: defineInput({ name: Line, email: Address, locale: Text, locale_id: Id }, { 'x-ignored-unless-object': true }),
  collaborators: Named,
  additional_collaborators: Named,
  collaborator_ids: Named,
  email_ccs: listOf(Copied),
  via_followup_source_id: Id,
  solved: Flag,
})
export type RequestInput = Static<typeof RequestInput>
export const RequestBody = wrapInKey('request', RequestInput)

export const Request = Type.Object({
  url: text,
  id: whole,
  status: text,
  priority: textOrNull,
  type: textOrNull,
  subject: textOrNull,
  description: textOrNull,
  organization_id: wholeOrNull,
  via: Via,
  custom_fields: FieldValueList,
  /** null for an anonymous requester. */
  requester_id: wholeOrNull,
  collaborator_ids: wholes,
  email_cc_ids: wholes,
  is_public: flag,
  due_at: textOrNull,
  can_be_solved_by_me: flag,
  created_at: text,
  updated_at: text,
  recipient: textOrNull,
  followup_source_id: wholeOrNull,
  assignee_id: wholeOrNull,
  group_id: wholeOrNull,
  ticket_form_id: whole,
  custom_status_id: whole,
  fields: FieldValueList,
  solved: flag,
})

/** The people of requests as other people see them, and the organizations these belong to. */
export const People = Type.Object({
  users: Type.Array(Type.Object({ id: whole, name: text, photo: orNull(Photo), agent: flag, organization_id: wholeOrNull })),
  organizations: Type.Array(Type.Object({ id: whole, name: text })),
})
const AskedPeople = Type.Partial(People)

export const OneRequest = Type.Object({ request: Request, ...AskedPeople.properties })
export const RequestList = Type.Object({ requests: Type.Array(Request), ...AskedPeople.properties })

/** Of what others wrote `system` is empty. */
const RequestCommentMetadata = Type.Object({
  ...CallMetadata.properties,
  system: Type.Partial(CallMetadata.properties.system),
})
export const RequestComment = Type.Object({
  url: text,
  id: whole,
  type: text,
  request_id: whole,
  author_id: whole,
  body: text,
  html_body: text,
  plain_body: text,
  public: flag,
  attachments: Type.Array(Attachment),
  audit_id: whole,
  via: Via,
  created_at: text,
  ...VoiceMembers.properties,
  metadata: RequestCommentMetadata,
})
