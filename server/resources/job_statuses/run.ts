/**
 * Works through a bulk job. Each item and its result are one transaction, so a job taken up again goes on where it stopped, and an
 * item is done once even when two are at it: a worker that lost the database for a moment, and the one that took its job over.
 */
import { actorById } from '../../auth/actors.ts'
import { type Context, inTransaction } from '../../context.ts'
import { HttpError } from '../../errors.ts'
import { isObject } from '../../lib/json.ts'
import type { BulkPayload } from './start.ts'
import { appendResult, finishJob, getJob } from './store.ts'

/** Does one item and says what to report: `{"id":5,"status":"Created"}`. */
export type BulkWork = (ctx: Context, item: never, index: number) => Promise<Record<string, unknown>>
export type BulkWorks = Readonly<Record<string, BulkWork>>

/** Somebody else is at this job and further on. */
class TakenOver extends Error {}

/** Runs what is left of the job. One bad item does not stop the others. @source conventions.md §7 */
export async function runBulk(system: Context, payload: BulkPayload, isLastAttempt: boolean, works: BulkWorks): Promise<void> {
  const work = works[payload.work]
  const actor = await actorById(system.services.memory, system.db, system.account, payload.actor_id)
  if (work === undefined || actor === undefined)
    return finishJob(system, payload.job_id, 'failed', 'The one who started the job may no longer act')
  const ctx: Context = { ...system, actor: actor.actor, via: payload.via, caller: { ...system.caller, base_url: payload.base_url } }
  try {
    const done = (await getJob(ctx, payload.job_id)).progress ?? 0
    for (const [index, item] of payload.items.entries())
      if (index >= done) await runItem(ctx, payload, index, (tx) => work(tx, item as never, index))
  } catch (error) {
    if (error instanceof TakenOver) return
    if (isLastAttempt) await finishJob(system, payload.job_id, 'failed', 'Something went wrong on our side')
    throw error
  }
  const message = `Completed at ${ctx.now.toISOString().slice(0, 19).replace('T', ' ')} +0000`
  await finishJob(ctx, payload.job_id, 'completed', message, payload.silent === true ? { success: true } : undefined)
}

async function runItem(
  ctx: Context,
  payload: BulkPayload,
  index: number,
  work: (ctx: Context) => Promise<Record<string, unknown>>,
): Promise<void> {
  const message = `${payload.doing} #${index + 1}`
  try {
    await inTransaction(ctx, async (tx) => appendResult(tx, payload.job_id, index + 1, message, await work(tx)))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    await appendResult(ctx, payload.job_id, index + 1, message, failureRow(payload, index, error))
  }
}

/** `tickets/update` → `update`; what a failed row says was tried. */
const actionOf = (work: string) => work.slice(work.lastIndexOf('/') + 1)

function failureRow(payload: BulkPayload, index: number, error: HttpError): Record<string, unknown> {
  const item = payload.items[index]
  const body = isObject(error.body) ? error.body : {}
  const id = isObject(item) && typeof item.id === 'number' ? { id: item.id } : { index }
  const title = isObject(body.error) ? body.error.title : body.error
  return {
    ...id,
    action: actionOf(payload.work),
    success: false,
    error: title ?? 'Error',
    details: isObject(body.details) ? sentences(body.details) : (body.description ?? error.message),
  }
}

function sentences(details: Record<string, unknown>): string {
  const problems = Object.values(details).flat() as { description?: string }[]
  return problems.map((problem) => problem.description ?? '').join(', ')
}
