/** Sends mails to users by their ids. */
import { findReachable } from '#auth/reachable.ts'
import type { Context } from '#core/context.ts'
import { type OutgoingMail, sendMails } from './send.ts'

/** The contents of a notification. */
export type Notification = Pick<OutgoingMail, 'subject' | 'text' | 'topic'>

/** Sends a mail to the primary address of one user. Users without one, suspended or deleted ones are skipped without an error. */
export async function notifyUser(tx: Context, userId: number, notification: Notification): Promise<void> {
  await notifyUsers(tx, [userId], notification)
}

/** As {@link notifyUser}, for each user once: one mail, and so one job, per user. */
export async function notifyUsers(tx: Context, userIds: readonly number[], notification: Notification): Promise<void> {
  const users = await findReachable(tx, userIds)
  await sendMails(
    tx,
    users.map(({ id, email }) => ({ ...notification, user_id: id, to: email })),
  )
}
