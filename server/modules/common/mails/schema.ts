/** An outgoing mail as JSON. */
import Type from 'typebox'
import { listQuery, Word, Words } from '../../../http/shape.ts'

/** The states of a mail. `kept`: there is no mail server, so it stays in the outbox. */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'kept'] as const

const OrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })

export const Mail = Type.Object(
  {
    id: Type.Integer(),
    url: Type.String(),
    user_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    topic: Type.String(),
    to: Type.String(),
    subject: Type.String(),
    body: Type.String(),
    /** True when a link or a credential is hidden in the body. */
    hides_link: Type.Boolean(),
    state: Type.Union(MAIL_STATES.map((state) => Type.Literal(state))),
    attempts: Type.Integer(),
    error: OrNull,
    created_at: Type.String(),
    sent_at: OrNull,
  },
  { additionalProperties: false },
)

export const MailQuery = listQuery({
  'filter[state]': Type.Unsafe<string | string[]>({ anyOf: [Words, Word] }),
  'filter[topic]': Word,
})
