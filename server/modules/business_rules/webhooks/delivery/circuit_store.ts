/**
 * The circuit breaker of a webhook: it opens when too many calls fail, and closes when one succeeds. Its state is a row, so it is the same
 * in every process. By the machine's clock, like rate limits. @source docs/reference/webhooks.md §4
 */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { addSeconds } from '#lib/clock.ts'

const WINDOW_SECONDS = 300
const MIN_REQUESTS = 100
const MAX_FAILED_SHARE = 0.7
const MAX_FAILURES = 1000
/** How long it stays open before one call tries. */
const PAUSE_SECONDS = 5
/** Longer than a call takes: within it, no second call tries. */
const TRIAL_SECONDS = 30

/** Whether this failed call opens it: one of a closed circuit, of which too many have failed. A success closes it and begins anew. */
const OPENS = `c.opened_at is null and $4::integer = 1 and (
  case when c.window_start <= $5 then 1 else c.failures + 1 end > ${MAX_FAILURES - 1}
  or (c.window_start > $5 and c.requests + 1 >= ${MIN_REQUESTS} and c.failures + 1 >= ${MAX_FAILED_SHARE} * (c.requests + 1)))`
const ANEW = 'c.window_start <= $5 or (c.opened_at is not null and $4::integer = 0)'

const count = defineStatement<{
  is_opened: boolean
}>(`update webhook_circuits c set
    window_start = case when ${ANEW} then $3 else c.window_start end,
    requests = case when ${ANEW} then 1 else c.requests + 1 end,
    failures = case when ${ANEW} then $4 else c.failures + $4 end,
    opened_at = case when $4::integer = 0 then null when ${OPENS} then $3 else c.opened_at end,
    retry_at = case when $4::integer = 0 then null when c.opened_at is not null or ${OPENS} then $6::timestamptz end
  where c.account_id = $1 and c.webhook_id = $2
  returning coalesce(c.opened_at = $3, false) as is_opened`)
/** The first call of a webhook opens nothing; none if the webhook is gone, or another call was the first. */
const begin = defineStatement<{
  webhook_id: string
}>(`insert into webhook_circuits (account_id, webhook_id, window_start, requests, failures)
  select $1, w.id, $3, 1, $4 from webhooks w where w.account_id = $1 and w.id = $2
  on conflict (account_id, webhook_id) do nothing returning webhook_id`)
const claim = defineStatement<{ webhook_id: string }>(
  'update webhook_circuits set retry_at = $4 where account_id = $1 and webhook_id = $2 and retry_at = $3 returning webhook_id',
)

/** Counts a call; true if its failure opens the circuit. */
export async function countCall(tx: Context, webhookId: string, isFailure: boolean, now: Date): Promise<boolean> {
  const failed = isFailure ? 1 : 0
  const counting = count(tx.account.id, webhookId, now, failed, addSeconds(now, -WINDOW_SECONDS), addSeconds(now, PAUSE_SECONDS))
  const row = await tx.db.first(counting)
  if (row !== undefined) return row.is_opened
  if ((await tx.db.first(begin(tx.account.id, webhookId, now, failed))) !== undefined) return false
  return (await tx.db.first(counting))?.is_opened === true
}

/** True for the one call that may try whether the receiver is well again. `retryAt`: as it was read. */
export async function claimTrial(ctx: Context, webhookId: string, retryAt: string, now: Date): Promise<boolean> {
  return (await ctx.db.first(claim(ctx.account.id, webhookId, retryAt, addSeconds(now, TRIAL_SECONDS)))) !== undefined
}
