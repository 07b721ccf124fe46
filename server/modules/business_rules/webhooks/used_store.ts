/** The rules that call a webhook. */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'

const automations = fixed<{ title: string }>(`select a.title from automations a where a.account_id = $1 and a.active
    and exists (select 1 from jsonb_array_elements(a.actions) as action
      where action->>'field' = 'notification_webhook' and (action->'value'->>0 = $2::text or action->>'value' = $2::text))
  order by a.position, a.id limit 5`)

/** The titles of active rules with an action that calls this webhook, five at most. */
export async function rulesThatUse(tx: Context, id: string): Promise<string[]> {
  return (await tx.db.all(automations(tx.account.id, id))).map(({ title }) => title)
}
