/** How the last calls of webhooks ended. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** Of the last calls of one webhook. A call that waits counts as neither. */
export interface RecentCallsRow {
  readonly webhook_id: string
  readonly count: number
  readonly failed: number
  readonly last_failed_at: string | null
}

/** So many calls of each webhook are looked at, whatever the size of its log. */
const LOOKED_AT = 100

const selectRecentCalls = defineStatement<RecentCallsRow>(`select w.webhook_id, c.count, c.failed, c.last_failed_at
  from unnest($2::text[]) as w (webhook_id) cross join lateral (
    select count(*)::integer as count, count(*) filter (where status <> 'success')::integer as failed,
      max(latest_at) filter (where status <> 'success') as last_failed_at
    from (select i.status, i.latest_at from webhook_invocations i where i.account_id = $1 and i.webhook_id = w.webhook_id
      order by i.latest_at desc, i.id desc limit ${LOOKED_AT}) as looked_at
    where status <> 'pending') as c`)

/** How the last calls of each of these webhooks ended, by the id of the webhook. */
export async function recentCalls(ctx: Context, webhookIds: readonly string[]): Promise<Map<string, RecentCallsRow>> {
  if (webhookIds.length === 0) return new Map()
  return new Map((await ctx.db.all(selectRecentCalls(ctx.account.id, webhookIds))).map((row) => [row.webhook_id, row]))
}
