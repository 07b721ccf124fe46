/** An outgoing mail as JSON. */
import Type from 'typebox'
import { flag, oneOf, text, textOrNull, whole, wholeOrNull } from '#http/answer_shape.ts'
import { listQuery, Word, Words } from '#http/shape.ts'

/** The states of a mail. `kept`: there is no mail server, so it stays in the outbox. */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'kept'] as const

export const Mail = Type.Object(
  {
    id: whole,
    url: text,
    user_id: wholeOrNull,
    topic: text,
    to: text,
    subject: text,
    body: text,
    /** True when a link or a credential is hidden in the body. */
    hides_link: flag,
    state: oneOf(MAIL_STATES),
    attempts: whole,
    error: textOrNull,
    created_at: text,
    sent_at: textOrNull,
  },
  { additionalProperties: false },
)

/** What became of the mail that an act has written, where it can be shown: `kept` says that nothing was sent. */
export const SentMail = Type.Object({ id: whole, state: oneOf(MAIL_STATES) })

export const MailQuery = listQuery({
  'filter[state]': Type.Unsafe<string | string[]>({ anyOf: [Words, Word] }),
  'filter[topic]': Word,
})
