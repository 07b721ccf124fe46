import { can } from '../../../permissions/permissions.ts'
import type { AnswerOf } from '../../../http/route.ts'
import type { Context } from '../../../context.ts'
import { urlOf } from '../../../http/envelope.ts'
import { wireTime } from '../../../lib/clock.ts'
import type { AutomationRow } from './store.ts'
import type { Automation, Embedded } from './schema.ts'

type Values = AnswerOf<typeof Embedded>

/** What `include` can embed. Automations do not run yet, so each has been used 0 times. @source docs/reference/business_rules.md §2.1 */
const EMBEDDED: { readonly [Name in keyof Values]-?: (ctx: Context) => Values[Name] } = {
  app_installation: () => null,
  permissions: (ctx) => ({ can_edit: can(ctx, 'rule.manage') }),
  usage_1h: () => 0,
  usage_24h: () => 0,
  usage_7d: () => 0,
  usage_30d: () => 0,
}

/** An automation as JSON, with the requested includes. @source docs/reference/business_rules.md §1 */
export function presentAutomation(ctx: Context, row: AutomationRow, include: ReadonlySet<string>): AnswerOf<typeof Automation> {
  const embedded = Object.entries(EMBEDDED).filter(([name]) => include.has(name))
  // jsonb does not keep the order of members
  const conditions = (side: 'all' | 'any') => row.conditions[side].map(({ field, operator, value }) => ({ field, operator, value }))
  return {
    url: urlOf(ctx.caller.base_url, `automations/${row.id}`),
    id: row.id,
    title: row.title,
    active: row.active,
    updated_at: wireTime(row.updated_at),
    created_at: wireTime(row.created_at),
    default: row.default,
    actions: row.actions.map(({ field, value }) => ({ field, value })),
    conditions: { all: conditions('all'), any: conditions('any') },
    position: row.position,
    raw_title: row.title,
    ...(Object.fromEntries(embedded.map(([name, value]) => [name, value(ctx)])) as Values),
  }
}
