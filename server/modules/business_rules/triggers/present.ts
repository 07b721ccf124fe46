import { can } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import { allOf } from '#lib/all_of.ts'
import { wireTime } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { dynamicTexts } from '#modules/account/dynamic_content/expand.ts'
import { presentIncludedMembers, presentActions, presentConditions, type Usage } from '../rules/present.ts'
import { isUsageIncluded } from '../rules/usage.ts'
import { ruleUsage } from '../rules/usage_store.ts'
import type { Trigger } from './schema.ts'
import type { TriggerRow } from './store.ts'

const NOTHING_INCLUDED: ReadonlySet<string> = new Set()

/** How the triggers of one answer are shown: `shown` expands dynamic content. */
interface Showing {
  readonly include: ReadonlySet<string>
  readonly shown: (text: string) => string
  readonly usage: ReadonlyMap<number, Usage>
}

function presentTrigger(ctx: Context, row: TriggerRow, { include, shown, usage }: Showing): AnswerOf<typeof Trigger> {
  return {
    url: urlOf(ctx.caller.base_url, `triggers/${row.id}`),
    id: row.id,
    title: shown(row.title),
    active: row.active,
    updated_at: wireTime(row.updated_at),
    created_at: wireTime(row.created_at),
    default: row.default,
    actions: presentActions(row.actions),
    conditions: presentConditions(row.conditions),
    description: row.description,
    position: row.position,
    raw_title: row.title,
    category_id: String(row.category_id),
    ...presentIncludedMembers(include, can(ctx, 'trigger.manage'), usage.get(row.id)),
  }
}

/** Triggers as JSON, with the requested includes; one statement reads the uses of all. @source docs/reference/business_rules.md §1 */
export async function presentTriggers(ctx: Context, rows: readonly TriggerRow[], include = NOTHING_INCLUDED) {
  const ids = isUsageIncluded(include) ? rows.map((row) => row.id) : []
  const [shown, usage] = await allOf(
    () => dynamicTexts(ctx),
    () => ruleUsage(ctx, 'trigger', ids),
  )
  return rows.map((row) => presentTrigger(ctx, row, { include, shown, usage }))
}

/** The same of one. */
export async function presentOneTrigger(ctx: Context, row: TriggerRow, include = NOTHING_INCLUDED) {
  const [trigger] = await presentTriggers(ctx, [row], include)
  return { trigger: ensureDefined(trigger) }
}
