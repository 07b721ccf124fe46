import { can } from '../../../permissions/permissions.ts'
import type { AnswerOf } from '../../../http/route.ts'
import type { Context } from '../../../context.ts'
import { urlOf } from '../../../http/envelope.ts'
import { wireTime } from '../../../lib/clock.ts'
import { embedded, presentActions, presentConditions } from '../rules/present.ts'
import type { AutomationRow } from './store.ts'
import type { Automation } from './schema.ts'

/** An automation as JSON, with the requested includes. @source docs/reference/business_rules.md §1 */
export function presentAutomation(ctx: Context, row: AutomationRow, include: ReadonlySet<string>): AnswerOf<typeof Automation> {
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
    ...embedded(include, can(ctx, 'rule.manage')),
  }
}
