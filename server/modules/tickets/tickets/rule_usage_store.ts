/**
 * How often rules fired. Each write of a ticket in which rules fire adds one row to `rule_firings`, so that writes do not wait for each
 * other; scheduled work sums up rows older than an hour.
 */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { inBatches } from '#db/batches.ts'
import { accountsWith, subtractFromNow } from '#db/clocks.ts'
import { addSeconds } from '#lib/clock.ts'

const HOUR_SECONDS = 3600
/** The longest period of a count, and the hour in which it begins. @source docs/reference/business_rules.md §2.1 */
const KEPT_SECONDS = 30 * 24 * HOUR_SECONDS + HOUR_SECONDS
const AT_ONCE = 5000

const sumUp = defineStatement<{ rows: number }>(`with gone as (
    delete from rule_firings f where f.account_id = $1 and (f.fired_at, f.audit_id) in (
      select d.fired_at, d.audit_id from rule_firings d where d.account_id = $1 and d.fired_at < date_trunc('hour', $2::timestamptz, 'UTC') order by d.fired_at limit $3)
    returning f.fired_at, f.trigger_ids, f.automation_id),
  fired as (
    select 'trigger' as kind, unnest(g.trigger_ids) as rule_id, g.fired_at from gone g
    union all select 'automation', g.automation_id, g.fired_at from gone g where g.automation_id is not null),
  summed as (
    insert into rule_usage_hours (account_id, kind, rule_id, hour, uses)
    select $1, f.kind, f.rule_id, date_trunc('hour', f.fired_at, 'UTC') as hour, count(*) from fired f group by f.kind, f.rule_id, hour
    on conflict (account_id, kind, rule_id, hour) do update set uses = rule_usage_hours.uses + excluded.uses)
  select count(*) as rows from gone`)
const remove = defineStatement<{ rule_id: number }>(`delete from rule_usage_hours where account_id = $1 and (kind, rule_id, hour) in (
  select h.kind, h.rule_id, h.hour from rule_usage_hours h where h.account_id = $1 and h.hour <= $2 order by h.hour limit $3) returning rule_id`)

/** Sums up the firings of hours that ended an hour ago; later ones are counted to the second. */
export const scheduledRuleFirings = {
  accountsDue: accountsWith('rule_firings d', `d.fired_at < date_trunc('hour', ${subtractFromNow(HOUR_SECONDS)}, 'UTC')`),
  act: (ctx: Context): Promise<number> =>
    inBatches(AT_ONCE, async () => (await ctx.db.one(sumUp(ctx.account.id, addSeconds(ctx.now, -HOUR_SECONDS), AT_ONCE))).rows),
}

/** Removes sums that no count includes any more, in batches. */
export const scheduledRuleUsage = {
  accountsDue: accountsWith('rule_usage_hours d', `d.hour <= ${subtractFromNow(KEPT_SECONDS)}`),
  act: (ctx: Context): Promise<number> =>
    inBatches(AT_ONCE, async () => (await ctx.db.all(remove(ctx.account.id, addSeconds(ctx.now, -KEPT_SECONDS), AT_ONCE))).length),
}
