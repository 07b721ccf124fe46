/** The acts of agents on suspended tickets, except recovering them. @source docs/reference/tickets.md §11 */
import { mayManageSuspended } from '#permissions/suspended_tickets.ts'
import { AuthorityEnded, contextAsStarted } from '#auth/started_by.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, NotFound } from '#core/errors.ts'
import { enqueue, type JobRun } from '#queue/enqueue.ts'
import { inBatches } from '#db/batches.ts'
import { csvText } from '#lib/csv.ts'
import { addSeconds } from '#lib/clock.ts'
import { notifyUser } from '#modules/common/mails/notify.ts'
import { suspendedTicketsExported } from '#modules/common/mails/templates/exports.ts'
import { writeMail } from '#modules/common/mails/templates/layout.ts'
import type { Uploaded } from '#modules/common/uploads/acts.ts'
import { copyUploadsOfSuspended, removeUploadsOfSuspended } from '#modules/common/uploads/suspended.ts'
import { accountsWithSuspendedFor, deleteSuspended, lockSuspended, lockSuspendedBefore, newestSuspended } from './store.ts'

const KEPT_SECONDS = 14 * 24 * 3600
const AT_ONCE = 500
/** The most rows in a mail. */
const MAX_EXPORTED = 5000

/** For admins and agents who see every ticket and may answer it. @throws Forbidden */
export function requireManage(ctx: Context): void {
  if (!mayManageSuspended(ctx)) throw new Forbidden()
}

/** Removes one with its files. @throws Forbidden @throws NotFound */
export async function removeSuspended(ctx: Context, id: number): Promise<void> {
  requireManage(ctx)
  await inTransaction(ctx, async (tx) => {
    if ((await lockSuspended(tx, [id])).length === 0) throw new NotFound()
    await discard(tx, [id])
  })
}

/** Removes several with their files; ids that do not exist are ignored. @throws Forbidden */
export async function removeManySuspended(ctx: Context, ids: readonly number[]): Promise<void> {
  requireManage(ctx)
  await inTransaction(ctx, async (tx) => {
    const held = await lockSuspended(tx, ids)
    await discard(
      tx,
      held.map((row) => row.id),
    )
  })
}

async function discard(tx: Context, heldIds: readonly number[]): Promise<void> {
  await removeUploadsOfSuspended(tx, heldIds)
  await deleteSuspended(tx, heldIds)
}

/**
 * Copies the files of a suspended ticket to an upload of the caller; the ticket keeps its own.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function uploadOfSuspended(ctx: Context, id: number): Promise<Pick<Uploaded, 'token' | 'attachments'>> {
  requireManage(ctx)
  return inTransaction(ctx, async (tx) => {
    if ((await lockSuspended(tx, [id])).length === 0) throw new NotFound()
    return copyUploadsOfSuspended(tx, id)
  })
}

/** Has a list of the suspended tickets mailed to the caller. @throws Forbidden */
export async function startSuspendedExport(ctx: Context): Promise<void> {
  requireManage(ctx)
  await inTransaction(ctx, (tx) => enqueue(tx, 'export_suspended_tickets', { user_id: tx.actor.id }))
}

/** The job: mails the list, newest first, to the user who requested it, if they may still see it. */
export async function mailSuspended(ctx: Context, { user_id }: { user_id: number }, { asked }: JobRun): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      if (asked !== undefined) requireManage(await contextAsStarted(tx, asked))
      await mailList(tx, user_id)
    })
  } catch (error) {
    if (!(error instanceof AuthorityEnded || error instanceof Forbidden)) throw error
    ctx.log.warn({ err: error, account_id: ctx.account.id, user_id }, 'a list of the suspended tickets was not mailed')
  }
}

async function mailList(tx: Context, user_id: number): Promise<void> {
  const rows = await newestSuspended(tx, MAX_EXPORTED)
  const head = ['id', 'created_at', 'author_name', 'author_email', 'subject', 'cause', 'recipient'] as const
  const table = csvText(
    head,
    rows.map((row) => head.map((name) => row[name])),
  )
  await notifyUser(tx, user_id, writeMail(suspendedTicketsExported, { table }))
}

const getCutoff = (now: Date) => addSeconds(now, -KEPT_SECONDS)

/** Removes suspended tickets that were not recovered within 14 days, by the instance's clock. */
export const scheduledSuspendedTickets = {
  accountsDue: accountsWithSuspendedFor(KEPT_SECONDS),
  act: (ctx: Context): Promise<number> => inBatches(AT_ONCE, () => inTransaction(ctx, discardSomeOld)),
}

async function discardSomeOld(tx: Context): Promise<number> {
  const ids = await lockSuspendedBefore(tx, getCutoff(tx.now), AT_ONCE)
  await discard(tx, ids)
  return ids.length
}
