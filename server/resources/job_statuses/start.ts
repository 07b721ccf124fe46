/** Starts a bulk job: many records in one call, worked on one after the other behind the answer. */
import { randomBytes } from 'node:crypto'
import { lockAccount } from '../../accounts/lock.ts'
import { type Context, inTransaction, type Via } from '../../context.ts'
import { TooManyJobs } from '../../errors.ts'
import { enqueue } from '../../jobs/enqueue.ts'
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
  /** Permanent deletions tell neither a total nor rows. @source conventions.md §7 */
  readonly silent?: boolean
  /** Its one item is all it does: refused, the job has failed. Its total is not told. */
  readonly whole?: boolean
}

/** What the queue carries of a bulk job. */
export interface BulkPayload extends BulkJob {
  readonly job_id: string
  readonly actor_id: number
  /** What the token may do that the job was asked with; null = everything its user may. Not there in jobs queued by an earlier version. */
  readonly scopes?: readonly string[] | null
  readonly via: Via
  readonly base_url: string
  /** Where the job was asked from, for the audits of what it does. */
  readonly ip_address: string | null
  readonly user_agent: string | null
}

/**
 * Queues the job and answers its status as the wire shows it.
 * @throws TooManyJobs when 30 jobs of the account wait or run
 * @source conventions.md §6, §7
 */
export async function startBulkJob(ctx: Context, job: BulkJob): Promise<Record<string, unknown>> {
  const id = `V3-${randomBytes(16).toString('hex')}`
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    if ((await countUnfinishedJobs(tx)) >= MOST_UNFINISHED) throw new TooManyJobs()
    await insertJob(tx, { id, job_type: job.job_type, total: job.silent === true || job.whole === true ? null : job.items.length })
    const { base_url, ip_address, user_agent } = ctx.caller
    const asked = { actor_id: ctx.actor.id, scopes: ctx.auth.scopes, via: ctx.via, base_url, ip_address, user_agent }
    const payload: BulkPayload = { ...job, ...asked, job_id: id }
    await enqueue(tx, 'bulk', payload)
    return { job_status: presentJob(tx, await getJob(tx, id)) }
  })
}
