import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime, wireTimeOrNull } from '#lib/clock.ts'
import { hasProof, withoutProofs } from './proofs.ts'
import type { Mail } from './schema.ts'
import type { ListedMailRow } from './store.ts'

/** An outgoing mail as JSON, with sign-in links and credentials hidden unless `as_written` is true. */
export function presentMail(ctx: Context, row: ListedMailRow, as_written = false): AnswerOf<typeof Mail> {
  const hides = !as_written && hasProof(row.body)
  return {
    id: row.id,
    url: urlOf(ctx.caller.base_url, `deskhand/mails/${row.id}`),
    user_id: row.user_id,
    topic: row.topic,
    to: row.to_address,
    subject: row.subject,
    body: hides ? withoutProofs(row.body) : row.body,
    hides_link: hides,
    state: row.state,
    attempts: row.attempts,
    error: row.error,
    created_at: wireTime(row.created_at),
    sent_at: wireTimeOrNull(row.sent_at),
  }
}
