/** The removal of what was stored of the runs of rules. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { accountsWith, subtractFromNow } from '#db/clocks.ts'
import { inBatches } from '#db/batches.ts'
import { addSeconds } from '#lib/clock.ts'

/** For so long a trace can be asked for. */
export const RULE_RUN_SECONDS = 30 * 24 * 3600
const AT_ONCE = 5000

const remove = defineStatement<{ audit_id: number }>(`delete from ticket_rule_runs where account_id = $1 and (ticket_id, audit_id) in (
  select r.ticket_id, r.audit_id from ticket_rule_runs r where r.account_id = $1 and r.created_at <= $2 order by r.created_at limit $3) returning audit_id`)

// a set is needed until 30 days after another one took its place
const removeSets = defineStatement<unknown>(`delete from trigger_sets s where s.account_id = $1 and s.used_at < (
  select max(n.used_at) from trigger_sets n where n.account_id = $1 and n.used_at <= $2)`)

/** Removes runs that are older than 30 days, in batches, and the sets of triggers that only such runs name. */
export const scheduledRuleRuns = {
  accountsDue: accountsWith('ticket_rule_runs d', `d.created_at <= ${subtractFromNow(RULE_RUN_SECONDS)}`),
  async act(ctx: Context): Promise<number> {
    const until = addSeconds(ctx.now, -RULE_RUN_SECONDS)
    const removed = await inBatches(AT_ONCE, async () => (await ctx.db.all(remove(ctx.account.id, until, AT_ONCE))).length)
    await ctx.db.run(removeSets(ctx.account.id, until))
    return removed
  },
}
