import { can } from '#permissions/permissions.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import { ensureDefined } from '#lib/defined.ts'
import { presentIncludedMembers, presentActions, presentConditions, type Usage } from '../rules/present.ts'
import { isUsageIncluded } from '../rules/usage.ts'
import { ruleUsage } from '../rules/usage_store.ts'
import type { AutomationRow } from './store.ts'
import type { Automation } from './schema.ts'

const NOTHING_INCLUDED: ReadonlySet<string> = new Set()

/** Automations as JSON, with the requested includes; one statement reads the uses of all. @source docs/reference/business_rules.md §1 */
export async function presentAutomations(ctx: Context, rows: readonly AutomationRow[], include = NOTHING_INCLUDED) {
  const ids = isUsageIncluded(include) ? rows.map((row) => row.id) : []
  const usage = await ruleUsage(ctx, 'automation', ids)
  return rows.map((row) => presentAutomation(ctx, row, include, usage.get(row.id)))
}

/** The same of one. */
export async function presentOneAutomation(ctx: Context, row: AutomationRow, include = NOTHING_INCLUDED) {
  const [automation] = await presentAutomations(ctx, [row], include)
  return { automation: ensureDefined(automation) }
}

function presentAutomation(
  ctx: Context,
  row: AutomationRow,
  include: ReadonlySet<string>,
  usage: Usage | undefined,
): AnswerOf<typeof Automation> {
  return {
    url: urlOf(ctx.caller.base_url, `automations/${row.id}`),
    id: row.id,
    title: row.title,
    active: row.active,
    updated_at: wireTime(row.updated_at),
    created_at: wireTime(row.created_at),
    default: row.default,
    actions: presentActions(row.actions),
    conditions: presentConditions(row.conditions),
    position: row.position,
    raw_title: row.title,
    ...presentIncludedMembers(include, can(ctx, 'rule.manage'), usage),
  }
}
