/** One attempt at a job: alone, or together with others that may join it. Not here: retries (retry_policy.ts), and what the queue gets to know (worker.ts). */
import type { Act } from '#accounts/gate.ts'
import { baseUrlOf } from '#accounts/address.ts'
import { accountById } from '#accounts/directory.ts'
import { type Context, inTransaction, systemContext } from '#core/context.ts'
import { takeWaitingJobs } from '#db/queue_tables.ts'
import type { Server } from '#http/serve.ts'
import { type Batches, MAX_BATCH } from './batches.ts'
import type { JobCall, JobName, JobRun } from '#queue/enqueue.ts'
import { BATCHES, JOBS } from './table.ts'

/** Thrown by a job that does not run because its account is being moved. */
export class JobPutOff extends Error {}

/** Performs a job. @throws JobPutOff when its account is being moved, or begins to be while it runs */
export async function attemptJob(server: Server, name: JobName, call: JobCall, run: JobRun): Promise<void> {
  await withJobContext(server, call.account_id, async (ctx, act) => {
    const stopping = AbortSignal.any([run.stopping, act.stopping])
    const isFinal: JobRun['isFinal'] = (error) => !act.stopping.aborted && run.isFinal(error)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the payload was queued for the job of this name
    await JOBS[name](ctx, call.payload as never, { ...run, stopping, isFinal })
  })
}

/** Performs a job with those that join it, and those that wait in the queue. @throws Error of any of them @throws JobPutOff */
export function attemptTogether(server: Server, batches: Batches, name: JobName, { account_id, payload }: JobCall): Promise<void> {
  return batches.join(`${name} ${account_id}`, payload, (payloads) =>
    withJobContext(server, account_id, (ctx) =>
      inTransaction(ctx, async (tx) => {
        const waiting = await tx.db.all(takeWaitingJobs(name, account_id, MAX_BATCH - payloads.length))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all were queued for jobs of this name
        await BATCHES[name]?.(tx, [...payloads, ...waiting.map((one) => one.payload)] as never[])
      }),
    ),
  )
}

/** Works in the context of jobs of an account. An instance that was dropped has none: its jobs go with it. @throws JobPutOff */
async function withJobContext(server: Server, accountId: number, work: (ctx: Context, act: Act) => Promise<void>): Promise<void> {
  const { services, database, log, gate } = server
  await services.cache.caughtUp()
  const account = await accountById(services, accountId)
  if (account === undefined) return
  const act = await gate.begin(account)
  try {
    if (act.move !== undefined) throw new JobPutOff()
    const db = database.for(account.id, undefined, act)
    await work(systemContext({ account, db, log, services, base_url: baseUrlOf(account, services.config) }), act)
  } catch (error) {
    throw act.stopping.aborted ? new JobPutOff('its account is being moved', { cause: error }) : error
  } finally {
    act.end()
  }
}
