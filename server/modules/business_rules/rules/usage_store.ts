/** How often triggers, object triggers and automations fired: sums by the hour, and the firings that are not summed up yet. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { addSeconds } from '#lib/clock.ts'
import type { Usage } from './present.ts'
import { USAGE_SECONDS, type UsagePeriod } from './usage.ts'

export type CountedKind = 'trigger' | 'automation' | 'object_trigger'

/** By kind, the rules that fired in a write. */
const FIRED: Readonly<Record<CountedKind, string>> = {
  trigger: 'select unnest(f.trigger_ids) as rule_id, f.fired_at from rule_firings f where f.account_id = $1 and f.fired_at > $5',
  automation:
    'select f.automation_id, f.fired_at from rule_firings f where f.account_id = $1 and f.fired_at > $5 and f.automation_id is not null',
  object_trigger:
    'select unnest(f.trigger_ids) as rule_id, f.fired_at from object_trigger_firings f where f.account_id = $1 and f.fired_at > $5',
}
// an hour is counted as long as a part of it is in the period
const ENDED = "h.hour + interval '1 hour'"
const buildUsageStatement = (kind: CountedKind) =>
  defineStatement<Usage & { id: number }>(`select u.rule_id as id,
    coalesce(sum(u.uses) filter (where u.fired_at > $2), 0)::integer as usage_1h,
    coalesce(sum(u.uses) filter (where u.fired_at > $3), 0)::integer as usage_24h,
    coalesce(sum(u.uses) filter (where u.fired_at > $4), 0)::integer as usage_7d, sum(u.uses)::integer as usage_30d
  from (
    select f.rule_id, f.fired_at, 1 as uses from (${FIRED[kind]}) as f (rule_id, fired_at) where f.rule_id = any($6::bigint[])
    union all select h.rule_id, ${ENDED}, h.uses from rule_usage_hours h
      where h.account_id = $1 and h.kind = '${kind}' and h.rule_id = any($6::bigint[]) and ${ENDED} > $5) as u
  group by u.rule_id`)
const usageOfKind = {
  trigger: buildUsageStatement('trigger'),
  automation: buildUsageStatement('automation'),
  object_trigger: buildUsageStatement('object_trigger'),
}

const subtractSeconds = (ctx: Context, seconds: number) => addSeconds(ctx.now, -seconds)

/** How often these rules fired, read with one statement; those that did not are missing. */
export async function ruleUsage(ctx: Context, kind: CountedKind, ids: readonly number[]): Promise<ReadonlyMap<number, Usage>> {
  if (ids.length === 0) return new Map()
  const { usage_1h, usage_24h, usage_7d, usage_30d } = USAGE_SECONDS
  const periods = [usage_1h, usage_24h, usage_7d, usage_30d].map((seconds) => subtractSeconds(ctx, seconds))
  const rows = await ctx.db.all(usageOfKind[kind](ctx.account.id, ...periods, ids))
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** A query of `rule_id` and `uses`, for each rule of a kind that fired in a period. */
export function usesIn(ctx: Context, kind: CountedKind, period: UsagePeriod): RawBuilder<unknown> {
  const from = subtractSeconds(ctx, USAGE_SECONDS[period])
  const fired = kind === 'automation' ? sql`f.automation_id` : sql`unnest(f.trigger_ids)`
  const firings = sql.table(kind === 'object_trigger' ? 'object_trigger_firings' : 'rule_firings')
  return sql`select u.rule_id, sum(u.uses)::integer as uses from (
      select ${fired} as rule_id, 1 as uses from ${firings} f where f.account_id = ${ctx.account.id} and f.fired_at > ${from}
      union all select h.rule_id, h.uses from rule_usage_hours h
        where h.account_id = ${ctx.account.id} and h.kind = ${kind} and ${sql.raw(ENDED)} > ${from}) as u
    group by u.rule_id`
}
