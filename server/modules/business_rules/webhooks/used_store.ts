/** The rules that call a webhook. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

const selectUses = (table: string) => `select r.title, r.id from ${table} r where r.account_id = $1 and r.active
    and exists (select 1 from jsonb_array_elements(r.actions) as action
      where action->>'field' = 'notification_webhook' and (action->'value'->>0 = $2::text or action->>'value' = $2::text))`
const selectRules = defineStatement<{ title: string }>(
  `select title from (${['triggers', 'automations', 'object_triggers'].map(selectUses).join(' union all ')}) as used order by id, title limit 5`,
)

/** The titles of active rules with an action that calls this webhook, five at most. */
export async function rulesThatUse(tx: Context, id: string): Promise<string[]> {
  return (await tx.db.all(selectRules(tx.account.id, id))).map(({ title }) => title)
}
