/** Response schema of suspended tickets. @source docs/reference/tickets.md §11 */
import Type from 'typebox'
import { orNull, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Attachment } from '#modules/common/attachments/schema.ts'
import { Via } from '../tickets/value_schema.ts'

/** One thing that was wrong. @source docs/reference/conventions.md §2.2 */
const Problem = Type.Object({
  description: text,
  error: Type.Optional(textOrNull),
  ticket_field_id: Type.Optional(whole),
  ticket_field_type: Type.Optional(text),
})

export const SuspendedTicket = Type.Object({
  url: text,
  id: whole,
  author: Type.Object({ id: wholeOrNull, name: text, email: text }),
  subject: text,
  content: text,
  cause: text,
  cause_id: whole,
  error_messages: orNull(Type.Array(Problem)),
  message_id: textOrNull,
  ticket_id: wholeOrNull,
  recipient: textOrNull,
  created_at: text,
  updated_at: text,
  via: Via,
  attachments: Type.Array(Attachment),
  brand_id: whole,
})
