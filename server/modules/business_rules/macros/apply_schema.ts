/** What applying a macro answers. @source docs/reference/business_rules.md §5.4 */
import Type from 'typebox'
import { flag, text } from '#http/answer_shape.ts'
import { Ticket } from '#modules/tickets/tickets/schema.ts'

const FieldValue = Type.Unsafe<string | number | boolean | string[] | null>({
  anyOf: [{ type: ['string', 'number', 'boolean', 'null'] }, { type: 'array', items: { type: 'string' } }],
})
/** The values of custom fields by the field's id. */
const Fields = Type.Record(Type.String(), FieldValue)
const Comment = Type.Object({
  body: text,
  html_body: Type.Optional(text),
  public: flag,
  scoped_body: Type.Array(Type.Array(text)),
})

const { subject, status, custom_status_id, type, priority, group_id, assignee_id, brand_id, ticket_form_id } = Ticket.properties
const { tags, follower_ids, email_cc_ids } = Ticket.properties
/** The members that actions of macros set, in the shapes of a ticket. */
const Settable = {
  subject,
  status,
  custom_status_id,
  type,
  priority,
  group_id,
  assignee_id,
  brand_id,
  ticket_form_id,
  tags,
  follower_ids,
  email_cc_ids,
}

/** Only what the macro changes. */
export const AppliedToNothing = Type.Object({
  result: Type.Object({ ticket: Type.Partial(Type.Object({ ...Settable, fields: Fields, comment: Comment })) }),
})

/** The whole ticket with the changes. */
export const AppliedToTicket = Type.Object({
  result: Type.Object({ ticket: Type.Object({ ...Ticket.properties, fields: Fields, comment: Type.Optional(Comment) }) }),
})
