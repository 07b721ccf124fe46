/** What a bulk job does, as its record keeps it. */
import type { StartedBy } from '#auth/started_by.ts'

/** The work of a bulk job: `work` names a row of jobs/bulk_handlers.ts, which is called with each item. */
export interface BulkJob {
  readonly job_type: string
  readonly work: string
  readonly items: readonly unknown[]
  /** The progress message of item n, before its number: `Creating ticket`. */
  readonly doing: string
  /** Permanent deletions report neither a total nor results. @source docs/reference/conventions.md §7 */
  readonly silent?: boolean
  /** The job has one item only: when it is refused, the job has failed. Its total is not reported. */
  readonly whole?: boolean
}

/** The work with the credential it was started with. The record of the job keeps it until all items are done. */
export interface QueuedWork extends BulkJob {
  readonly asked: StartedBy
}
