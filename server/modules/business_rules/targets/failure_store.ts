/** Every statement on failed calls of targets. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'

/** A call of a target that has failed. */
export interface TargetFailureRow {
  readonly id: number
  readonly target_name: string
  readonly status_code: number | null
  /** How many have failed since the last success; 0 once there was one. */
  readonly consecutive_failure_count: number
  readonly raw_request: string | null
  readonly raw_response: string | null
  readonly created_at: string
}

const KEPT = 25
const SELECT = `select f.id, t.title as target_name, f.status_code, f.consecutive_failure_count, f.raw_request, f.raw_response, f.created_at
  from target_failures f join targets t on t.account_id = f.account_id and t.id = f.target_id where f.account_id = $1 and t.account_id = $1`
const selectFailures = defineStatement<TargetFailureRow>(`${SELECT} order by f.id desc limit 1000`)
const selectFailure = defineStatement<TargetFailureRow>(`${SELECT} and f.id = $2`)
const insert = defineStatement<unknown>(`with outdated as (delete from target_failures where account_id = $1 and target_id = $2 and id <=
    (select id from target_failures where account_id = $1 and target_id = $2 order by id desc offset ${KEPT - 1} limit 1))
  insert into target_failures (account_id, target_id, status_code, consecutive_failure_count, raw_request, raw_response, created_at)
  select $1, $2, $3, 1 + coalesce((select consecutive_failure_count from target_failures
    where account_id = $1 and target_id = $2 order by id desc limit 1), 0), $4, $5, $6`)
const forgive = defineStatement<unknown>(
  'update target_failures set consecutive_failure_count = 0 where account_id = $1 and target_id = $2 and consecutive_failure_count > 0',
)

/** The failures of all targets, the newest first: 25 at most for each target. */
export function listTargetFailures(ctx: Context): Promise<TargetFailureRow[]> {
  return ctx.db.all(selectFailures(ctx.account.id))
}

/** One failure. @throws NotFound */
export async function getTargetFailure(ctx: Context, id: number): Promise<TargetFailureRow> {
  return orNotFound(await ctx.db.first(selectFailure(ctx.account.id, id)))
}

/** What is kept of a failed call. */
export interface TargetFailure {
  readonly status_code: number | null
  readonly raw_request: string | null
  readonly raw_response: string
}

/** Notes a failure, and deletes those of its target before the last 25. */
export async function insertTargetFailure(tx: Context, targetId: number, failure: TargetFailure): Promise<void> {
  await tx.db.run(insert(tx.account.id, targetId, failure.status_code, failure.raw_request, failure.raw_response, tx.now))
}

/** Notes that a target works: its failures are no longer in a row. */
export async function endFailures(ctx: Context, targetId: number): Promise<void> {
  await ctx.db.run(forgive(ctx.account.id, targetId))
}
