/** Starts a bulk job: many records in one call, worked on one after the other behind the answer. */
import { randomBytes } from 'node:crypto'
import { lockAccount } from '../../../accounts/lock.ts'
import { startedBy, type StartedBy } from '../../../auth/started_by.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { TooManyJobs } from '../../../errors.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { presentJob } from './present.ts'
import { countUnfinishedJobs, getJob, insertJob } from './store.ts'

const MOST_UNFINISHED = 30

/** What is to be done: `work` names a row of jobs/bulk_works.ts, which is called with each item. */
export interface BulkJob {
  readonly job_type: string
  readonly work: string
  readonly items: readonly unknown[]
  /** Said while item n is worked on: `Creating ticket #n`. */
  readonly doing: string
  /** Permanent deletions tell neither a total nor rows. @source docs/reference/conventions.md §7 */
  readonly silent?: boolean
  /** Its one item is all it does: refused, the job has failed. Its total is not told. */
  readonly whole?: boolean
}

/** What is to be done, and who asked for it. It stands in the record of the job until everything is done. */
export interface QueuedWork extends BulkJob {
  readonly asked: StartedBy
}

/** What the queue carries of a bulk job. */
export interface BulkPayload {
  readonly job_id: string
}

/** Refuses one more where too many wait or run. To be called while the account is locked. @throws TooManyJobs */
export async function requireJobSlot(tx: Context): Promise<void> {
  if ((await countUnfinishedJobs(tx)) >= MOST_UNFINISHED) throw new TooManyJobs()
}

/**
 * Queues the job and answers its status as the wire shows it.
 * @throws TooManyJobs when 30 jobs of the account wait or run
 * @source docs/reference/conventions.md §6, §7
 */
export async function startBulkJob(ctx: Context, job: BulkJob): Promise<Record<string, unknown>> {
  const id = `V3-${randomBytes(16).toString('hex')}`
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    await requireJobSlot(tx)
    const total = job.silent === true || job.whole === true ? null : job.items.length
    await insertJob(tx, { id, job_type: job.job_type, total, work: { ...job, asked: await startedBy(tx) } })
    await enqueue(tx, 'bulk', { job_id: id } satisfies BulkPayload)
    return { job_status: presentJob(tx, await getJob(tx, id)) }
  })
}
