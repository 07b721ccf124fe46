/**
 * Works through a bulk job. Each item and its result are one transaction, so a job taken up again goes on where it stopped, and an
 * item is done once even when two are at it: a worker that lost the database for a moment, and the one that took its job over.
 */
import { actorById } from '../../auth/actors.ts'
import { type Context, inTransaction } from '../../context.ts'
import { isUnreachable } from '../../db/client.ts'
import { HttpError } from '../../errors.ts'
import { findingTwins } from '../../http/taken.ts'
import { isObject } from '../../lib/json.ts'
import type { BulkPayload } from './start.ts'
import { appendResult, finishJob, getJob } from './store.ts'

/** Does one item and says what to report: `{"id":5,"status":"Created"}`. */
export type BulkWork = (ctx: Context, item: never, index: number) => Promise<Record<string, unknown>>
export type BulkWorks = Readonly<Record<string, BulkWork>>

/** What a job says that has failed by a fault of ours. */
export const FAULT = 'Something went wrong on our side'

/** Runs what is left of the job. One bad item does not stop the others. @source conventions.md §7 */
export async function runBulk(system: Context, payload: BulkPayload, isLastAttempt: boolean, works: BulkWorks): Promise<void> {
  const work = works[payload.work]
  const actor = await actorById(system.services, system.account, payload.actor_id)
  if (work === undefined || actor === undefined)
    return finishJob(system, payload.job_id, 'failed', 'The one who started the job may no longer act')
  const { base_url, ip_address, user_agent } = payload
  const ctx: Context = {
    ...system,
    actor: actor.actor,
    // a job does no more than the token it was asked with
    auth: { ...system.auth, scopes: payload.scopes ?? null },
    via: payload.via,
    caller: { ...system.caller, base_url, ip_address, user_agent },
  }
  try {
    for (let index = await doneItems(ctx, payload); index < payload.items.length; index = await doneItems(ctx, payload))
      await runItem(ctx, { payload, index, isLastAttempt }, work)
  } catch (error) {
    if (isLastAttempt) await finishJob(system, payload.job_id, 'failed', FAULT)
    throw error
  }
  const refusal = payload.whole === true ? await refusalOf(ctx, payload) : undefined
  if (refusal !== undefined) return finishJob(ctx, payload.job_id, 'failed', refusal)
  const message = `Completed at ${ctx.now.toISOString().slice(0, 19).replace('T', ' ')} +0000`
  await finishJob(ctx, payload.job_id, 'completed', message, payload.silent === true ? { success: true } : undefined)
}

async function doneItems(ctx: Context, payload: BulkPayload): Promise<number> {
  return (await getJob(ctx, payload.job_id)).progress ?? 0
}

/** Why the only item of a job was refused; undefined when it was done. */
async function refusalOf(ctx: Context, payload: BulkPayload): Promise<string | undefined> {
  const [row] = (await getJob(ctx, payload.job_id)).results as readonly Record<string, unknown>[]
  return row?.success === false ? String(row.details) : undefined
}

/** An item of a job, and whether what fails now is tried again later. */
interface Place {
  readonly payload: BulkPayload
  readonly index: number
  readonly isLastAttempt: boolean
}

/** Somebody else has done this item meanwhile: what was done here for it is taken back. */
class DoneAlready extends Error {}

async function runItem(ctx: Context, place: Place, work: BulkWork): Promise<void> {
  const { payload, index } = place
  const report = async (tx: Context, result: Record<string, unknown>) => {
    const isOurs = await appendResult(tx, payload.job_id, index + 1, `${payload.doing} #${index + 1}`, result)
    if (!isOurs) throw new DoneAlready()
  }
  try {
    const whole = async (tx: Context) => report(tx, await work(tx, payload.items[index] as never, index))
    await findingTwins(ctx, ['email', 'name'], () => inTransaction(ctx, whole)).catch((error: unknown) => {
      if (error instanceof DoneAlready) throw error
      return report(ctx, failureRow(payload, index, refusalIn(ctx, place, error)))
    })
  } catch (error) {
    if (!(error instanceof DoneAlready)) throw error
  }
}

/** What the caller is told of an item that failed. A fault of ours may pass with time, so it is told only when nothing more is tried. */
function refusalIn(ctx: Context, { payload, index, isLastAttempt }: Place, error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (!isLastAttempt || isUnreachable(error)) throw error
  ctx.log.error({ err: error, job_id: payload.job_id, index }, 'an item of a job failed')
  return new HttpError(500, { error: 'InternalError', description: FAULT })
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
