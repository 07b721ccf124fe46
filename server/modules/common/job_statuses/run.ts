/**
 * Processes a bulk job. Each item and its result are one transaction, so a retried job continues where it stopped, and an item is done once
 * even when two workers process it: one that lost the database for a moment, and the one that took its job over.
 */
import { type StartedBy, AuthorityEnded, contextAsStarted } from '#auth/started_by.ts'
import { atThisMoment, type Context, inTransaction, type Via } from '#core/context.ts'
import { transientKind } from '#db/transient_errors.ts'
import { HttpError } from '#core/errors.ts'
import { retryOnDuplicate } from '#http/unique_values.ts'
import type { JobRun } from '#queue/enqueue.ts'
import { isObject, textOf } from '#lib/json.ts'
import type { BulkPayload } from './start.ts'
import { appendResult, findWork, finishJob, getJob, type JobStatusRow } from './store.ts'
import type { BulkJob, QueuedWork } from './work.ts'
import { memberOf } from '#lib/error_words.ts'

/** Processes one item and returns the result to report: `{"id":5,"status":"Created"}`. */
export type BulkHandler = (ctx: Context, item: never, index: number) => Promise<Record<string, unknown>>
export type BulkHandlers = Readonly<Record<string, BulkHandler>>

/** The message of a job that failed with an internal error. */
export const FAULT = 'Something went wrong on our side'

/** A bulk job as queued by an earlier version: complete, and without the credential. */
export interface WholePayload extends BulkJob, BulkPayload {
  readonly actor_id: number
  readonly scopes?: readonly string[] | null
  readonly via: Via
  readonly base_url: string
  readonly ip_address: string | null
  readonly user_agent: string | null
}

function workOf(payload: WholePayload): QueuedWork {
  const { actor_id, scopes = null, via, base_url, ip_address, user_agent } = payload
  const auth = { kind: 'system', credential_id: null, client_id: null, scopes, is_personal: false } as const
  return { ...payload, asked: { ...auth, actor_id, via, base_url, ip_address, user_agent } satisfies StartedBy }
}

/** A job under way. */
interface Running {
  readonly id: string
  readonly job: QueuedWork
  readonly run: JobRun
}

/**
 * Processes the rest of the job. A failed item does not stop the others; the end of the authority it was started with does.
 * @throws Error when the worker is to stop, or for an error that may be transient
 * @source docs/reference/conventions.md §7
 */
export async function runBulk(system: Context, payload: BulkPayload | WholePayload, run: JobRun, handlers: BulkHandlers): Promise<void> {
  const job = 'items' in payload ? workOf(payload) : await findWork(system, payload.job_id)
  if (job === undefined) return // already finished, so this run is superfluous
  const handle = handlers[job.work]
  const running = { id: payload.job_id, job, run }
  if (handle === undefined) return stop(system, running, 'This version does not know how to do this job')
  try {
    const hasEnded = await runItems(system, running, handle)
    if (hasEnded) return
  } catch (error) {
    if (error instanceof AuthorityEnded) return stop(system, running, error.message)
    if (run.isFinal(error)) await stop(system, running, FAULT)
    throw error
  }
  await finish(atThisMoment(system), running)
}

/** Processes the remaining items; true when another worker has ended the job meanwhile. */
async function runItems(system: Context, running: Running, handle: BulkHandler): Promise<boolean> {
  const { id, job, run } = running
  for (;;) {
    const row = await getJob(system, id)
    if (hasEnded(row)) return true
    const index = row.progress ?? 0
    if (index >= job.items.length) return false
    if (run.stopping.aborted) throw new Error(`The worker stops: ${job.items.length - index} items of this job are left to the next one`)
    await runItem(system, { ...running, index }, handle)
  }
}

const hasEnded = ({ status }: JobStatusRow) => status === 'completed' || status === 'failed'

/** Stops a job early; completed items stay. */
async function stop(ctx: Context, { id, job }: Running, message: string): Promise<void> {
  const results = job.silent === true ? { results: { success: false } } : {}
  await finishJob(atThisMoment(ctx), id, { status: 'failed', message, can_continue: true, ...results })
}

async function finish(ctx: Context, { id, job }: Running): Promise<void> {
  const refusal = job.whole === true ? await refusalOf(ctx, id) : undefined
  if (refusal !== undefined) return finishJob(ctx, id, { status: 'failed', message: refusal })
  const message = `Completed at ${ctx.now.toISOString().slice(0, 19).replace('T', ' ')} +0000`
  await finishJob(ctx, id, { status: 'completed', message, ...(job.silent === true ? { results: { success: true } } : {}) })
}

/** Why the only item of a job was refused; undefined when it was done. */
async function refusalOf(ctx: Context, id: string): Promise<string | undefined> {
  const { results } = await getJob(ctx, id)
  const [row] = Array.isArray(results) ? (results as readonly Record<string, unknown>[]) : []
  return row?.success === false ? String(row.details) : undefined
}

/** An item of a job. */
interface ItemRun extends Running {
  readonly index: number
}

/** Another worker has done this item meanwhile: this transaction is rolled back. */
class ItemAlreadyDone extends Error {}

async function runItem(system: Context, item: ItemRun, handle: BulkHandler): Promise<void> {
  const { id, job, index } = item
  const report = async (tx: Context, result: Record<string, unknown>) => {
    const isOurs = await appendResult(tx, id, index + 1, `${job.doing} #${index + 1}`, result)
    if (!isOurs) throw new ItemAlreadyDone()
  }
  try {
    const runAndReport = async (tx: Context) => {
      const ctx = await contextAsStarted(tx, job.asked)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the items were stored for the work of this handler
      await report(ctx, await handle(ctx, job.items[index] as never, index))
    }
    await retryOnDuplicate(system, ['email', 'name'], () => inTransaction(system, runAndReport)).catch((error: unknown) => {
      if (error instanceof ItemAlreadyDone || error instanceof AuthorityEnded) throw error
      return report(atThisMoment(system), failureRow(job, index, errorOfItem(system, item, error)))
    })
  } catch (error) {
    if (!(error instanceof ItemAlreadyDone)) throw error
  }
}

/** The error reported for a failed item. An internal error may be transient, so it is reported only when there is no further attempt. */
function errorOfItem(ctx: Context, { id, index, run }: ItemRun, error: unknown): HttpError {
  if (error instanceof HttpError && transientKind(error) === undefined) return error
  if (!run.isFinal(error)) throw error
  ctx.log.error({ err: error, job_id: id, index }, 'an item of a job failed')
  return new HttpError(500, { error: 'InternalError', description: FAULT })
}

/** `tickets/update` → `update`: the action in a failed row. */
const actionOf = (work: string) => work.slice(work.lastIndexOf('/') + 1)

function failureRow(job: BulkJob, index: number, error: HttpError): Record<string, unknown> {
  const item = job.items[index]
  const body = isObject(error.body) ? error.body : {}
  const id = isObject(item) && typeof item.id === 'number' ? { id: item.id } : { index }
  const title = isObject(body.error) ? body.error.title : body.error
  return {
    ...id,
    action: actionOf(job.work),
    success: false,
    error: title ?? 'Error',
    details: isObject(body.details) ? sentences(body.details) : (body.description ?? error.message),
  }
}

function sentences(details: Record<string, unknown>): string {
  const problems: unknown[] = Object.values(details).flat()
  return problems.map((problem) => textOf(memberOf(problem, 'description'))).join(', ')
}
