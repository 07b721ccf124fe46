/** The active rules, as their report reads them. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { ReportedRule } from '#rules/report/finding.ts'

/** An active rule, and when it was made. */
export interface ActiveRule extends ReportedRule {
  readonly created_at: string
}

const select = defineStatement<ActiveRule>(`select 'trigger' as type, t.id, t.title, t.conditions, t.actions, t.created_at,
    row_number() over (order by t.category_position, t.position, t.title, t.id) as place
    from triggers t where t.account_id = $1 and t.active
  union all select 'automation', a.id, a.title, a.conditions, a.actions, a.created_at, row_number() over (order by a.position, a.id)
    from automations a where a.account_id = $1 and a.active
  order by type desc, place`)

/** The active triggers, then the active automations, each in the order in which they run. */
export function activeRules(ctx: Context): Promise<ActiveRule[]> {
  return ctx.db.all(select(ctx.account.id))
}
