/** SQL of job statuses. */
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { insertRow } from '#db/columns.ts'
import { toJson } from '#db/types.ts'
import { NotFound, orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage } from '#http/paging.ts'
import type { QueuedWork } from './work.ts'

/** The stored status of a job. */
export interface JobStatusRow {
  readonly id: string
  readonly job_type: string
  readonly status: string
  readonly total: number | null
  readonly progress: number | null
  readonly message: string | null
  /** One object per item; for a job without item results (`silent`) only whether it succeeded. */
  readonly results: readonly Readonly<Record<string, unknown>>[] | { readonly success: boolean } | null
  readonly created_at: string
}

const COLUMNS = ['id', 'job_type', 'status', 'total', 'progress', 'message', 'results', 'created_at'] as const

const insert = insertRow<unknown>()(
  'job_statuses',
  ['account_id', 'id', 'job_type', 'status', 'total', 'work', 'actor_id', 'created_at', 'updated_at'],
  ['id'],
)
const selectWork = defineStatement<{ work: QueuedWork }>(
  'select work from job_statuses where account_id = $1 and id = $2 and work is not null',
)
const lockStopped = defineStatement<{ work: QueuedWork; progress: number | null }>(
  "select work, progress from job_statuses where account_id = $1 and id = $2 and status = 'failed' and work is not null for update",
)
const reopen = defineStatement<unknown>(
  "update job_statuses set status = 'queued', message = null, work = $3, updated_at = $4 where account_id = $1 and id = $2",
)
const countUnfinished = defineStatement<{ waiting: number }>(
  "select count(*) as waiting from job_statuses where account_id = $1 and status in ('queued', 'working')",
)
const append = defineStatement<unknown>(
  `update job_statuses set status = 'working', progress = $3, message = $4, results = coalesce(results, '[]'::jsonb) || $5::jsonb, updated_at = $6
    where account_id = $1 and id = $2 and coalesce(progress, 0) = $3 - 1 and status in ('queued', 'working')`,
)
const finish = defineStatement<unknown>(
  `update job_statuses set status = $3, message = $4, results = coalesce($5::jsonb, results), updated_at = $6, work = case when $7::boolean then work end
    where account_id = $1 and id = $2`,
)

/** A job to insert; jobs queued by an earlier version have no `work`. */
export interface NewJob {
  readonly id: string
  readonly job_type: string
  readonly total: number | null
  readonly work?: QueuedWork
}

/** Inserts a new queued job of the caller. */
export async function insertJob(ctx: Context, { work: toDo, ...job }: NewJob): Promise<void> {
  const { account, actor, now } = ctx
  const stored = toDo === undefined ? null : toJson(toDo)
  await ctx.db.run(
    insert({ ...job, account_id: account.id, status: 'queued', work: stored, actor_id: actor.id, created_at: now, updated_at: now }),
  )
}

/** What a job has to do and for whom; undefined once it was cleared. */
export async function findWork(ctx: Context, id: string): Promise<QueuedWork | undefined> {
  return (await ctx.db.first(selectWork(ctx.account.id, id)))?.work
}

/** A job that failed before all items were done, locked until the transaction ends; undefined for any other. */
export function lockStoppedJob(
  ctx: Context,
  id: string,
): Promise<{ readonly work: QueuedWork; readonly progress: number | null } | undefined> {
  return ctx.db.first(lockStopped(ctx.account.id, id))
}

/** Sets a failed job back to queued, with its results so far. */
export async function reopenJob(ctx: Context, id: string, again: QueuedWork): Promise<void> {
  await ctx.db.run(reopen(ctx.account.id, id, toJson(again), ctx.now))
}

/** The number of jobs of the account that wait or run. */
export async function countUnfinishedJobs(ctx: Context): Promise<number> {
  return (await ctx.db.one(countUnfinished(ctx.account.id))).waiting
}

/** Adds the result of one item; `progress` is the number of items done. False when another worker has done this item. */
export async function appendResult(ctx: Context, id: string, progress: number, message: string, result: unknown): Promise<boolean> {
  return (await ctx.db.run(append(ctx.account.id, id, progress, message, toJson([result]), ctx.now))) > 0
}

/** The end of a job. `results`, if present, replaces the collected ones; `can_continue`: items are left that can be done later. */
export interface JobEnd {
  readonly status: 'completed' | 'failed'
  readonly message: string
  readonly results?: unknown
  readonly can_continue?: boolean
}

/** Ends a job. */
export async function finishJob(ctx: Context, id: string, { status, message, results, can_continue = false }: JobEnd): Promise<void> {
  await ctx.db.run(finish(ctx.account.id, id, status, message, results === undefined ? null : toJson(results), ctx.now, can_continue))
}

const selectJobs = (ctx: Context) =>
  q.selectFrom('job_statuses').select(COLUMNS).where('account_id', '=', ctx.account.id).$castTo<JobStatusRow>()

/** The job, without a check of who calls. @throws NotFound */
export async function getJob(ctx: Context, id: string): Promise<JobStatusRow> {
  return orNotFound(await ctx.db.first(selectJobs(ctx).where('id', '=', id)))
}

/** The jobs visible to the caller: to administrators all of the account, to others those they started. Results name people. */
function selectVisible(ctx: Context) {
  const query = selectJobs(ctx)
  return ctx.actor.role === 'admin' ? query : query.where('actor_id', '=', ctx.actor.id)
}

/** A page of the jobs visible to the caller. */
export function listJobs(ctx: Context, paging: Paging): Promise<Page<JobStatusRow>> {
  return readPage(ctx, selectVisible(ctx), paging)
}

/** The jobs with these ids that are visible to the caller; others are left out. */
export function findJobs(ctx: Context, ids: readonly string[]): Promise<JobStatusRow[]> {
  return ctx.db.all(
    selectVisible(ctx)
      .where('id', 'in', [...ids, ''])
      .orderBy('created_at')
      .orderBy('id'),
  )
}

/** The job, if it is visible to the caller. @throws NotFound */
export async function getVisibleJob(ctx: Context, id: string): Promise<JobStatusRow> {
  const [row] = await findJobs(ctx, [id])
  if (row === undefined) throw new NotFound()
  return row
}
