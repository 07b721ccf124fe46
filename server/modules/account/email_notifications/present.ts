import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import type { DeliveryStatus, Notification } from './schema.ts'
import type { NotificationRow } from './store.ts'

/** The delivery status of a mail, with ids and names of our own. `kept`: no mail server is configured. */
const STATUSES: Readonly<Record<string, { id: number; name: string }>> = {
  queued: { id: 0, name: 'queued' },
  sent: { id: 1, name: 'delivered' },
  failed: { id: 2, name: 'failed' },
  kept: { id: 3, name: 'not_sent' },
}

function deliveryStatus({ state, error }: NotificationRow): AnswerOf<typeof DeliveryStatus> {
  const { id, name } = STATUSES[state] ?? { id: 0, name: state }
  return { id, name, code: name, message: error ?? '' }
}

/** A notification as JSON: one mail to one user. @source docs/reference/other.md §4 */
export function presentNotification(ctx: Context, row: NotificationRow): AnswerOf<typeof Notification> {
  return {
    url: urlOf(ctx.caller.base_url, `email_notifications/${row.id}`),
    notification_id: row.id,
    comment_id: row.comment_id,
    ticket_id: row.ticket_id,
    email_id: row.message_id.replace(/^<|@.*$/g, ''),
    message_id: row.message_id,
    recipients: [{ user_id: row.user_id, email_address: row.to_address, delivery_status: deliveryStatus(row) }],
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.sent_at ?? row.created_at),
  }
}
