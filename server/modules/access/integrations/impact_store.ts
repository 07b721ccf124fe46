/** Who called with the credentials of an integration, which breaks when it is revoked. Reads the daily sums of the request log. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { addSeconds, machineNow } from '#lib/clock.ts'

/** The calls of one caller, or of one endpoint. */
export interface ImpactRow {
  readonly part: 'caller' | 'endpoint'
  /** User agent and address of a caller; method and route of an endpoint. */
  readonly one: string
  readonly other: string
  readonly calls: number
  readonly errors: number
  readonly last_at: string
}

const MAX_ROWS = 200

// grouping sets: both lists with a single scan
const selectImpact = defineStatement<ImpactRow>(`with calls as (
    select r.* from request_activity r where r.account_id = $1 and r.day >= $3 and (
      r.client_id in (select c.id from oauth_clients c where c.account_id = $1 and c.integration_id = $2)
      or (r.credential_kind = 'api_token' and r.credential_id in (select a.id from api_tokens a where a.account_id = $1 and a.integration_id = $2))))
  select case when grouping(c.route) = 0 then 'endpoint' else 'caller' end as part,
    coalesce(case when grouping(c.route) = 0 then c.method else c.user_agent end, '') as one,
    coalesce(case when grouping(c.route) = 0 then c.route else c.ip_address end, '') as other,
    sum(c.calls)::int as calls, sum(c.errors)::int as errors, max(c.last_at) as last_at
  from calls c group by grouping sets ((c.method, c.route), (c.user_agent, c.ip_address))
  order by 4 desc, 2, 3 limit ${MAX_ROWS}`)

/** Callers and endpoints of the last days, the busiest first. Uses the machine's clock, like the log. */
export function readImpact(ctx: Context, integrationId: number, days: number): Promise<ImpactRow[]> {
  const since = addSeconds(machineNow(), -(days - 1) * 86_400)
    .toISOString()
    .slice(0, 10)
  return ctx.db.all(selectImpact(ctx.account.id, integrationId, since))
}
