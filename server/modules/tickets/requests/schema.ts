/** Request and response schemas of requests: tickets as their requesters see them. @source docs/reference/tickets.md §9 */
import Type, { type Static } from 'typebox'
import { Anything, Flag, Hash, Id, input, listOf, Moment, Name, Text, textUpTo, Word, wrapped } from '../../../http/shape.ts'

/** A comment; `value` is the older name of `body`, which clients still send. */
const CommentText = textUpTo(65_536, 'Comment')
const Comment = input({ body: CommentText, value: CommentText, html_body: CommentText, uploads: Anything })
const Copied = input({ user_id: Id, user_email: Text, user_name: Text, action: Word })
/** A person to copy: by id, by address, or as an object. */
const Person = Type.Unsafe<number | string | Record<string, unknown>>({
  anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'object' }],
})
const People = Type.Unsafe<Static<typeof Person>[]>({ type: 'array', items: Person })

export const RequestInput = input({
  subject: Text,
  comment: Type.Unsafe<Static<typeof Comment> | string>({ anyOf: [Comment, CommentText] }),
  description: Text,
  priority: Text,
  type: Text,
  due_at: Moment,
  custom_fields: Anything,
  fields: Anything,
  ticket_form_id: Id,
  organization_id: Id,
  brand_id: Id,
  recipient: Name,
  requester: input({ name: Text, email: Text, locale: Text, locale_id: Id }),
  collaborators: People,
  additional_collaborators: People,
  collaborator_ids: People,
  email_ccs: listOf(Copied),
  via_followup_source_id: Id,
  solved: Flag,
})
export type RequestInput = Static<typeof RequestInput>
export const RequestBody = wrapped('request', RequestInput)

const nullable = (type: string) => Type.Unsafe<unknown>({ type: [type, 'null'] })
const Values = Type.Array(Type.Object({ id: Type.Integer(), value: Anything }))
const IdList = Type.Array(Type.Integer())

export const Request = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  status: Type.String(),
  priority: nullable('string'),
  type: nullable('string'),
  subject: nullable('string'),
  description: nullable('string'),
  organization_id: nullable('integer'),
  via: Hash,
  custom_fields: Values,
  /** null for an anonymous requester. */
  requester_id: nullable('integer'),
  collaborator_ids: IdList,
  email_cc_ids: IdList,
  is_public: Type.Boolean(),
  due_at: nullable('string'),
  can_be_solved_by_me: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
  recipient: nullable('string'),
  followup_source_id: nullable('integer'),
  assignee_id: nullable('integer'),
  group_id: nullable('integer'),
  ticket_form_id: Type.Integer(),
  custom_status_id: Type.Integer(),
  fields: Values,
  solved: Type.Boolean(),
})
export const OneRequest = Type.Object({ request: Request })
export const RequestList = Type.Object({ requests: Type.Array(Request) })

export const RequestComment = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  type: Type.String(),
  request_id: Type.Integer(),
  author_id: Type.Integer(),
  body: Type.String(),
  html_body: Type.String(),
  plain_body: Type.String(),
  public: Type.Boolean(),
  attachments: Type.Array(Anything),
  audit_id: Type.Integer(),
  via: Hash,
  created_at: Type.String(),
  metadata: Hash,
})
