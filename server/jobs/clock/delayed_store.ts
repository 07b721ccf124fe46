/** Statements on the jobs of one account, for an advance of its clock: those that it waits for, and those that wait for their time. */
import { defineStatement } from '#db/builder.ts'
import type { Db } from '#db/db.ts'
import { JOB_PAYLOADS, runNow } from '#db/queue_tables.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { JobName } from '#queue/enqueue.ts'

/**
 * Kinds of jobs whose delay goes by the account's clock while that is advanced: the further attempts of calls that rules cause. Other retries
 * wait for something of the machine, such as a mail server, and a month of the account's clock does not bring it back.
 */
const BY_ACCOUNT_CLOCK: readonly JobName[] = ['deliver_webhook', 'deliver_target']

const OWN = `from graphile_worker.jobs j inner join ${JOB_PAYLOADS} p on p.id = j.id
  where (p.payload ->> 'account_id')::bigint = $1 and j.attempts < j.max_attempts`
const count = defineStatement<{ jobs: number }>(`select count(*) as jobs ${OWN} and (j.locked_at is not null or j.run_at <= now())`)
const selectDelayedJobs = defineStatement<DelayedJob>(`select j.id, extract(epoch from j.run_at - now())::double precision as seconds
  ${OWN} and j.locked_at is null and j.run_at > now() and j.task_identifier = any($2::text[]) order by j.run_at limit 10000`)

/** A job that waits, and how long from now by the machine's clock. */
export interface DelayedJob {
  readonly id: number
  readonly seconds: number
}

/** How many jobs of an account run or can. */
export async function countRunnable(db: Db, accountId: number): Promise<number> {
  return ensureDefined(await db.first(count(accountId))).jobs
}

/** The jobs of an account that wait for a time of its clock. */
export function listDelayed(db: Db, accountId: number): Promise<DelayedJob[]> {
  return db.all(selectDelayedJobs(accountId, BY_ACCOUNT_CLOCK))
}

/** Lets jobs run now. */
export async function releaseDelayed(db: Db, ids: readonly number[]): Promise<void> {
  await db.all(runNow(ids))
}
