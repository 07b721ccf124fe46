/** Response schema of suspended tickets. @source docs/reference/tickets.md §11 */
import Type from 'typebox'
import { Anything, Hash } from '../../../http/shape.ts'

const nullable = (type: string) => Type.Unsafe<unknown>({ type: [type, 'null'] })

export const SuspendedTicket = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  author: Type.Object({ id: nullable('integer'), name: Type.String(), email: Type.String() }),
  subject: Type.String(),
  content: Type.String(),
  cause: Type.String(),
  cause_id: Type.Integer(),
  error_messages: Type.Unsafe<unknown>({ type: ['array', 'null'] }),
  message_id: nullable('string'),
  ticket_id: nullable('integer'),
  recipient: nullable('string'),
  created_at: Type.String(),
  updated_at: Type.String(),
  via: Hash,
  attachments: Type.Array(Anything),
  brand_id: Type.Integer(),
})
