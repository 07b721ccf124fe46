// MAILS THAT TELL OF A TICKET, as agents who see the ticket may read of them.
// Not here: the outbox of administrators (mails/), and what mails say.
import Type from 'typebox'
import { text, whole, wholeOrNull } from '#http/answer_shape.ts'

export const DeliveryStatus = Type.Object({ id: whole, name: text, code: text, message: text })
export const Notification = Type.Object({
  url: text,
  notification_id: whole,
  comment_id: wholeOrNull,
  ticket_id: whole,
  email_id: text,
  message_id: text,
  recipients: Type.Array(Type.Object({ user_id: wholeOrNull, email_address: text, delivery_status: DeliveryStatus })),
  created_at: text,
  updated_at: text,
})
export const OneNotification = Type.Object({ email_notification: Notification })
export const SomeNotifications = Type.Object({ email_notifications: Type.Array(Notification) })
