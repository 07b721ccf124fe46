/** Writes to people by their ids. */
import { findReachable } from '../../../auth/reachable.ts'
import type { Context } from '../../../context.ts'
import { type OutgoingMail, sendMail } from './send.ts'

/** What a notification says. */
export type Notification = Pick<OutgoingMail, 'subject' | 'text' | 'topic'>

/** Writes to one user at his primary address. Nobody without one, suspended or deleted is written to, and that is no error. */
export async function notifyUser(tx: Context, userId: number, notification: Notification): Promise<void> {
  await notifyUsers(tx, [userId], notification)
}

/** As {@link notifyUser}, each person once: one mail, and so one job, for each. */
export async function notifyUsers(tx: Context, userIds: readonly number[], notification: Notification): Promise<void> {
  for (const { id, email } of await findReachable(tx, userIds)) await sendMail(tx, { ...notification, user_id: id, to: email })
}
