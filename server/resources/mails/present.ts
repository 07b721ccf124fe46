import type { Context } from '../../context.ts'
import { urlOf } from '../../http/envelope.ts'
import { wireTime, wireTimeOrNull } from '../../lib/clock.ts'
import type { MailRow } from './store.ts'

/** An outgoing mail as the wire shows it. */
export function presentMail(ctx: Context, row: MailRow): Record<string, unknown> {
  return {
    id: row.id,
    url: urlOf(ctx.caller.base_url, `deskhand/mails/${row.id}`),
    user_id: row.user_id,
    topic: row.topic,
    to: row.to_address,
    subject: row.subject,
    body: row.body,
    state: row.state,
    attempts: row.attempts,
    error: row.error,
    created_at: wireTime(row.created_at),
    sent_at: wireTimeOrNull(row.sent_at),
  }
}
