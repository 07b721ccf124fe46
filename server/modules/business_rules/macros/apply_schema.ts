/** What applying a macro answers. @source docs/reference/business_rules.md §5.4 */
import Type from 'typebox'
import { flag, text, textOrNull, texts, whole, wholeOrNull, wholes } from '#http/answer_shape.ts'
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

/** Only what the macro changes. */
export const AppliedToNothing = Type.Object({
  result: Type.Object({
    ticket: Type.Partial(
      Type.Object({
        subject: textOrNull,
        status: text,
        custom_status_id: whole,
        type: textOrNull,
        priority: textOrNull,
        group_id: wholeOrNull,
        assignee_id: wholeOrNull,
        brand_id: whole,
        ticket_form_id: whole,
        tags: texts,
        follower_ids: wholes,
        email_cc_ids: wholes,
        fields: Fields,
        comment: Comment,
      }),
    ),
  }),
})

/** The whole ticket with the changes. */
export const AppliedToTicket = Type.Object({
  result: Type.Object({ ticket: Type.Object({ ...Ticket.properties, fields: Fields, comment: Type.Optional(Comment) }) }),
})
