/** Every statement on webhooks as what integrations own. */
import type { Context } from '#core/context.ts'
import { defineStatement, defineLookup } from '#db/builder.ts'
import { addSeconds, toDate } from '#lib/clock.ts'

/** The integration that owns a webhook. */
export interface Owner {
  readonly name: string
  readonly state: 'creating' | 'active' | 'revoking' | 'revoked'
}

/** A webhook of an integration, with its calls of today and yesterday: the last thousand of them. */
export interface OwnedWebhook {
  readonly integration_id: number
  readonly id: string
  readonly label: string
  readonly active: boolean
  readonly last_used_at: string | null
  readonly calls: number
  readonly errors: number
}

const DAY_SECONDS = 86_400

const selectOwner = defineLookup<Owner>('select name, state from integrations where account_id = $1 and id = $2')
const ofIntegration = defineStatement<{ id: string }>('select id from webhooks where account_id = $1 and integration_id = $2')
// at most a thousand calls of each are read, whatever it is called
const selectOwnedWebhooks =
  defineStatement<OwnedWebhook>(`select w.integration_id, w.id, w.name as label, w.status = 'active' as active, w.last_called_at as last_used_at,
    r.calls, r.errors
  from webhooks w cross join lateral (
    select count(*)::int as calls, (count(*) filter (where latest.status <> 'success'))::int as errors from (
      select i.status from webhook_invocations i
      where i.account_id = $1 and i.webhook_id = w.id and i.latest_at >= $3 and i.status <> 'pending'
      order by i.latest_at desc, i.id desc limit 1000) as latest) r
  where w.account_id = $1 and w.integration_id = any($2::bigint[]) order by w.integration_id`)

/** The integration with this id, which the webhook names. */
export function getOwner(ctx: Context, integrationId: number): Promise<Owner> {
  return ctx.db.one(selectOwner(ctx.account.id, integrationId))
}

/** The id of the webhook of an integration; undefined if it has none. */
export async function webhookIdOf(ctx: Context, integrationId: number): Promise<string | undefined> {
  return (await ctx.db.first(ofIntegration(ctx.account.id, integrationId)))?.id
}

/** The webhooks of these integrations, in one statement. */
export async function listOwnedWebhooks(ctx: Context, integrationIds: readonly number[]): Promise<OwnedWebhook[]> {
  if (integrationIds.length === 0) return []
  const since = addSeconds(toDate(ctx.now.toISOString().slice(0, 10)), -DAY_SECONDS)
  return ctx.db.all(selectOwnedWebhooks(ctx.account.id, [...integrationIds], since))
}
