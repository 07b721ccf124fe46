import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import type { JobStatus } from './schema.ts'
import type { JobStatusRow } from './store.ts'

/** A job as JSON, with its results once it has ended. @source docs/reference/conventions.md §7 */
export function presentJob(ctx: Context, row: JobStatusRow): AnswerOf<typeof JobStatus> {
  const ended = row.status === 'completed' || row.status === 'failed'
  return {
    id: row.id,
    job_type: row.job_type,
    url: urlOf(ctx.caller.base_url, `job_statuses/${row.id}`),
    total: row.total,
    progress: row.progress,
    status: row.status,
    message: row.message,
    results: ended ? (row.results ?? []) : null,
  }
}
