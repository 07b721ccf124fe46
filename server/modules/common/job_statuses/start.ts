/** Starts a bulk job: many records in one request, processed one after the other after the answer. */
import { randomBytes } from 'node:crypto'
import { lockAccount } from '#accounts/lock.ts'
import { readStartedBy } from '#auth/started_by.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { TooManyJobs } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import type { AnswerOf } from '#http/route.ts'
import { presentJob } from './present.ts'
import type { OneJobStatus } from './schema.ts'
import { countUnfinishedJobs, getJob, insertJob } from './store.ts'
import type { BulkJob } from './work.ts'

const MAX_UNFINISHED = 30

/** The queue's payload of a bulk job. */
export interface BulkPayload {
  readonly job_id: string
}

/** Refuses a job when too many wait or run. Must be called while the account is locked. @throws TooManyJobs */
export async function requireJobSlot(tx: Context): Promise<void> {
  if ((await countUnfinishedJobs(tx)) >= MAX_UNFINISHED) throw new TooManyJobs()
}

/**
 * Queues the job and returns its status as JSON.
 * @throws TooManyJobs when 30 jobs of the account wait or run
 * @source docs/reference/conventions.md §6, §7
 */
export async function startBulkJob(ctx: Context, job: BulkJob): Promise<AnswerOf<typeof OneJobStatus>> {
  const id = `V3-${randomBytes(16).toString('hex')}`
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    await requireJobSlot(tx)
    const total = job.silent === true || job.whole === true ? null : job.items.length
    await insertJob(tx, { id, job_type: job.job_type, total, work: { ...job, asked: await readStartedBy(tx) } })
    await enqueue(tx, 'bulk', { job_id: id } satisfies BulkPayload)
    return { job_status: presentJob(tx, await getJob(tx, id)) }
  })
}
