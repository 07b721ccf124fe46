/** Every statement on job statuses. */
import type { Context } from '../../context.ts'
import { fixed, q } from '../../db/builder.ts'
import { json } from '../../db/types.ts'
import { NotFound } from '../../errors.ts'
import { type Page, type Paging, readPage } from '../../http/paging.ts'

/** A job as it stands. */
export interface JobStatusRow {
  readonly id: string
  readonly job_type: string
  readonly status: string
  readonly total: number | null
  readonly progress: number | null
  readonly message: string | null
  readonly results: unknown
  readonly created_at: string
}

const COLUMNS = ['id', 'job_type', 'status', 'total', 'progress', 'message', 'results', 'created_at'] as const

const insert = fixed<unknown>(
  'insert into job_statuses (account_id, id, job_type, status, total, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)',
)
const countUnfinished = fixed<{ waiting: number }>(
  "select count(*) as waiting from job_statuses where account_id = $1 and status in ('queued', 'working')",
)
const append = fixed<unknown>(
  `update job_statuses set status = 'working', progress = $3, message = $4, results = coalesce(results, '[]'::jsonb) || $5::jsonb, updated_at = $6 where account_id = $1 and id = $2 and coalesce(progress, 0) = $3 - 1`,
)
const finish = fixed<unknown>(
  'update job_statuses set status = $3, message = $4, results = coalesce($5::jsonb, results), updated_at = $6 where account_id = $1 and id = $2',
)

/** Writes a new job, queued. */
export async function insertJob(ctx: Context, job: { id: string; job_type: string; total: number | null }): Promise<void> {
  await ctx.db.run(insert(ctx.account.id, job.id, job.job_type, 'queued', job.total, ctx.now))
}

/** How many jobs of the account wait or run. */
export async function countUnfinishedJobs(ctx: Context): Promise<number> {
  return ((await ctx.db.first(countUnfinished(ctx.account.id))) as { waiting: number }).waiting
}

/** Adds the result of one item; `progress` is the number of items done. False when somebody else has done this item. */
export async function appendResult(ctx: Context, id: string, progress: number, message: string, result: unknown): Promise<boolean> {
  return (await ctx.db.run(append(ctx.account.id, id, progress, message, json([result]), ctx.now))) > 0
}

/** Ends a job. `results` replaces what was collected, where given. */
export async function finishJob(
  ctx: Context,
  id: string,
  status: 'completed' | 'failed',
  message: string,
  results?: unknown,
): Promise<void> {
  await ctx.db.run(finish(ctx.account.id, id, status, message, results === undefined ? null : json(results), ctx.now))
}

/** @throws NotFound */
export async function getJob(ctx: Context, id: string): Promise<JobStatusRow> {
  const row = await ctx.db.first(q.selectFrom('job_statuses').select(COLUMNS).where('account_id', '=', ctx.account.id).where('id', '=', id))
  if (row === undefined) throw new NotFound()
  return row
}

/** A page of the account's jobs. */
export function listJobs(ctx: Context, paging: Paging): Promise<Page<JobStatusRow>> {
  return readPage<JobStatusRow>(ctx, q.selectFrom('job_statuses').select(COLUMNS).where('account_id', '=', ctx.account.id), paging)
}

/** The jobs with these ids; unknown ones are left out. */
export function findJobs(ctx: Context, ids: readonly string[]): Promise<JobStatusRow[]> {
  return ctx.db.all(
    q
      .selectFrom('job_statuses')
      .select(COLUMNS)
      .where('account_id', '=', ctx.account.id)
      .where('id', 'in', [...ids, ''])
      .orderBy('created_at')
      .orderBy('id'),
  )
}
