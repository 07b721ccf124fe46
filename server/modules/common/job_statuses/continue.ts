/** Continuing a bulk job that failed before it was done. */
import { lockAccount } from '#accounts/lock.ts'
import { readStartedBy, type StartedBy } from '#auth/started_by.ts'
import { requireEveryScope } from '#auth/scopes.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, Unprocessable } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import type { AnswerOf } from '#http/route.ts'
import { presentJob } from './present.ts'
import type { OneJobStatus } from './schema.ts'
import { type BulkPayload, requireJobSlot } from './start.ts'
import { getJob, lockStoppedJob, reopenJob } from './store.ts'

/**
 * Queues the rest of a failed job and returns its status as JSON. It continues with the item after the last one reported; refused items
 * are not tried again. The user who started the job continues it with the credential of this call. An administrator continues another
 * user's job with the authority it was started with; if that has ended, the job stops again.
 * @throws NotFound when there is no such job
 * @throws Forbidden for anyone but administrators and the user who started it @throws MissingScope
 * @throws Unprocessable when all of it is done, or it has not failed @throws TooManyJobs
 * @source docs/decisions/0027_authority_of_jobs.md
 */
export async function continueJob(ctx: Context, id: string): Promise<AnswerOf<typeof OneJobStatus>> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const stopped = await lockStoppedJob(tx, id)
    const starter = stopped?.work.asked
    if (tx.actor.role !== 'admin' && starter?.actor_id !== tx.actor.id) throw new Forbidden()
    requireEveryScope(tx.auth)
    await getJob(tx, id)
    if (stopped === undefined || (stopped.progress ?? 0) >= stopped.work.items.length)
      throw new Unprocessable('NothingToContinue', 'This job has not failed, or nothing of it is left to do')
    await requireJobSlot(tx)
    await reopenJob(tx, id, { ...stopped.work, asked: await authorityOf(tx, stopped.work.asked) })
    await enqueue(tx, 'bulk', { job_id: id } satisfies BulkPayload)
    return { job_status: presentJob(tx, await getJob(tx, id)) }
  })
}

/** No caller lends their own authority to a job that another user wrote. */
async function authorityOf(tx: Context, starter: StartedBy): Promise<StartedBy> {
  const isStarter = starter.actor_id === tx.actor.id && starter.impersonator_id === undefined && tx.auth.impersonator === undefined
  return isStarter && tx.auth.kind !== 'system' ? { ...(await readStartedBy(tx)), via: starter.via } : starter
}
