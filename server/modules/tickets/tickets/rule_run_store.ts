/** The removal of what was stored of the runs of rules. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import { accountsWith, earlier } from '../../../db/clocks.ts'
import { addSeconds } from '../../../lib/clock.ts'

/** For so long a trace can be asked for. */
const KEPT_SECONDS = 30 * 24 * 3600
const AT_ONCE = 5000

const remove = fixed<{ audit_id: number }>(`delete from ticket_rule_runs where account_id = $1 and audit_id in (
  select r.audit_id from ticket_rule_runs r where r.account_id = $1 and r.created_at <= $2 order by r.created_at limit $3) returning audit_id`)

/** Removes runs that are older than 30 days, in batches. */
export const scheduledRuleRuns = {
  accountsDue: accountsWith('ticket_rule_runs d', `d.created_at <= ${earlier(KEPT_SECONDS)}`),
  async act(ctx: Context): Promise<void> {
    let removed: number
    do removed = (await ctx.db.all(remove(ctx.account.id, addSeconds(ctx.now, -KEPT_SECONDS), AT_ONCE))).length
    while (removed === AT_ONCE)
  },
}
