/** What an approval request is on the wire, in both directions. @source docs/reference/employee_service.md §3 */
import Type, { type Static } from 'typebox'
import { oneOf, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Id, defineInput, listQuery, Name, Text, Word } from '#http/shape.ts'

export const STATUSES = ['active', 'approved', 'rejected', 'withdrawn'] as const

/** Without a key around it, unlike other bodies. */
export const ApprovalRequestInput = defineInput({
  ticket_id: Id,
  subject: Name,
  message: Text,
  assignee_user_id: Id,
  assignee_group_id: Id,
})
export type ApprovalRequestInput = Static<typeof ApprovalRequestInput>

export const ApprovalRequestsQuery = listQuery({
  'filter[status]': Word,
  'filter[assignee_user_id]': Word,
  'filter[assignee_group_id]': Word,
  before_cursor: Word,
  after_cursor: Word,
})
export type ApprovalRequestsQuery = Static<typeof ApprovalRequestsQuery>

/** As creating one answers it. */
export const ApprovalRequest = Type.Object({
  id: text,
  ticket_id: whole,
  subject: text,
  message: text,
  status: oneOf(STATUSES),
  assignee_user_id: wholeOrNull,
  assignee_group_id: wholeOrNull,
  origination_type: text,
  created_by_id: whole,
  created_at: text,
})

const Named = Type.Object({ id: whole, name: text })
const Person = Type.Object({ ...Named.properties, photo: Type.Optional(Type.Object({ content_url: text })) })
/** As lists show it: with the names of people. The one of the two assignees that there is. */
export const ListedApprovalRequest = Type.Object({
  id: text,
  ticket_id: whole,
  subject: text,
  message: text,
  status: oneOf(STATUSES),
  assignee_user: Type.Optional(Named),
  assignee_group: Type.Optional(Named),
  created_by_user: Person,
  origination_type: text,
  created_at: text,
  decided_at: textOrNull,
  decisions: Type.Array(Type.Unknown()),
  clarification_flow_messages: Type.Array(Type.Unknown()),
  withdrawn_reason: textOrNull,
})
