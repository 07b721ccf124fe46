/** Which events the webhooks of an account want. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { webhookEventsTopic } from './topic.ts'

const selectTypes = defineStatement<{ type: string }>(`select distinct s.type from webhooks w cross join unnest(w.subscriptions) as s (type)
  where w.account_id = $1 and w.status = 'active' and s.type like 'zen:event-type:%' order by s.type`)

/** The types of events that active webhooks of the account subscribe to, from the cache; none in a quiet process. */
export async function findSubscribedTypes(ctx: Context): Promise<readonly string[]> {
  if (ctx.services.is_quiet === true) return []
  const load = async () => (await ctx.services.database.all(selectTypes(ctx.account.id))).map(({ type }) => type)
  return ctx.services.cache.load(webhookEventsTopic(ctx.account.id), 'types', load)
}
