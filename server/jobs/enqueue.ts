// WHAT RUNS WITHOUT A REQUEST: jobs are rows of one queue, put there inside the transaction of the act that needs them.
// Not here: what a job does; that is an act of a resource, named in table.ts.
import { fixed } from '../db/builder.ts'
import type { Context } from '../context.ts'
import { json } from '../db/types.ts'

const add = fixed<unknown>('select graphile_worker.add_job($1, payload := $2::json, max_attempts := $3)')

/** What every job is told; `payload` must be plain JSON. */
export interface JobCall {
  readonly account_id: number
  readonly payload: unknown
}

/** Puts a job into the queue, in the transaction of `ctx`. It runs once that is committed, and again when it fails. */
export async function enqueue(ctx: Context, name: string, payload: unknown, maxAttempts = 5): Promise<void> {
  const call: JobCall = { account_id: ctx.account.id, payload }
  await ctx.db.all(add(name, json(call), maxAttempts))
}
