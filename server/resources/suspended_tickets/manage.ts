/** The acts of agents on suspended tickets, beside recovering them. @source tickets.md §11, _endpoints.md Suspended Tickets: allowed */
import { requirePermission } from '../../access/permissions.ts'
import { hashSecret, makeSecret } from '../../auth/secrets.ts'
import { type Context, inTransaction } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { csvText } from '../../lib/csv.ts'
import { addSeconds } from '../../lib/clock.ts'
import { notifyUser } from '../mails/notify.ts'
import { insertUpload } from '../uploads/store.ts'
import { accountsWithSuspendedBefore, deleteSuspended, deleteSuspendedBefore, getSuspended, newestSuspended } from './store.ts'

const KEPT_SECONDS = 14 * 24 * 3600
const UPLOAD_SECONDS = 3 * 24 * 3600
/** A mail is no place for more. */
const MOST_EXPORTED = 5000

/** For admins and agents who see every ticket and may answer it. @throws Forbidden */
export function requireManage(ctx: Context): void {
  requirePermission(ctx, 'suspended_ticket.manage')
  const { role, ticket_restriction, only_private_comments } = ctx.actor
  if (role !== 'admin' && (ticket_restriction !== null || only_private_comments)) throw new Forbidden()
}

/** Removes one. @throws Forbidden @throws NotFound */
export async function removeSuspended(ctx: Context, id: number): Promise<void> {
  requireManage(ctx)
  if ((await deleteSuspended(ctx, [id])).length === 0) throw new NotFound()
}

/** Removes those of these that are there. @throws Forbidden */
export async function removeManySuspended(ctx: Context, ids: readonly number[]): Promise<void> {
  requireManage(ctx)
  await deleteSuspended(ctx, ids)
}

/** An upload with what a suspended ticket brought: nothing yet, since what is suspended today brings no files. @throws Forbidden @throws NotFound */
export async function uploadOfSuspended(ctx: Context, id: number): Promise<{ token: string; attachments: readonly unknown[] }> {
  requireManage(ctx)
  await getSuspended(ctx, id)
  const token = makeSecret('dhu')
  await insertUpload(ctx, hashSecret(ctx.services.pepper, token), addSeconds(ctx.now, UPLOAD_SECONDS))
  return { token, attachments: [] }
}

/** Has a list of the suspended tickets mailed to the caller. @throws Forbidden */
export async function startSuspendedExport(ctx: Context): Promise<void> {
  requireManage(ctx)
  await inTransaction(ctx, (tx) => enqueue(tx, 'export_suspended_tickets', { user_id: tx.actor.id }))
}

/** The job: mails the list, newest first. */
export async function mailSuspended(ctx: Context, { user_id }: { user_id: number }): Promise<void> {
  const rows = await newestSuspended(ctx, MOST_EXPORTED)
  const head = ['id', 'created_at', 'author_name', 'author_email', 'subject', 'cause', 'recipient'] as const
  const table = csvText(
    head,
    rows.map((row) => head.map((name) => row[name])),
  )
  await inTransaction(ctx, (tx) =>
    notifyUser(tx, user_id, { subject: 'Your export of the suspended tickets', text: table, topic: 'suspended_tickets.exported' }),
  )
}

const oldest = (now: Date) => addSeconds(now, -KEPT_SECONDS)

/** What nobody has recovered in 14 days, by the instance's clock. */
export const suspendedTicketsDue = {
  accountsDue: (db: Db, accountIds: readonly number[], now: Date) => accountsWithSuspendedBefore(db, accountIds, oldest(now)),
  act: (ctx: Context): Promise<void> => deleteSuspendedBefore(ctx, oldest(ctx.now)),
}
