/** Calls with one API token from the request log. One statement each, using the index request_log_by_credential. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { ensureDefined } from '#lib/defined.ts'

/** A caller, identified by user agent, address and user. */
export interface TokenCaller {
  readonly user_agent: string | null
  readonly ip_address: string | null
  readonly email: string | null
  readonly calls: number
  readonly last_at: string
}

/** A called endpoint. */
export interface TokenEndpoint {
  readonly method: string
  readonly route: string
  readonly calls: number
  readonly writes: number
  readonly last_at: string
}

/** Totals of a period with its busiest callers and endpoints. */
export interface TokenCalls {
  readonly calls: number
  readonly errors: number
  readonly writes: number
  readonly first_at: string | null
  readonly last_at: string | null
  readonly caller_count: number
  readonly endpoint_count: number
  readonly callers: readonly TokenCaller[]
  readonly endpoints: readonly TokenEndpoint[]
}

/** A caller and the endpoint it calls. */
export type LateCall = TokenCaller & Pick<TokenEndpoint, 'method' | 'route'>

const OWN = `from request_log l where l.account_id = $1 and l.credential_kind = 'api_token' and l.credential_id = $2 and l.created_at >= $3`
const WIRE = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const formatUtc = (moment: string) => `to_char(${moment} at time zone 'UTC', ${WIRE})`

const sumCalls = defineStatement<TokenCalls>(`with calls as materialized (
    select l.user_agent, l.ip_address, l.email, l.method, l.route, count(*) as calls, count(*) filter (where l.status >= 400) as errors,
      count(*) filter (where l.method <> 'GET') as writes, min(l.created_at) as first_at, max(l.created_at) as last_at
    ${OWN} group by 1, 2, 3, 4, 5),
  by_caller as (select user_agent, ip_address, email, sum(calls)::bigint as calls, max(last_at) as at from calls group by 1, 2, 3),
  by_endpoint as (select method, route, sum(calls)::bigint as calls, sum(writes)::bigint as writes, max(last_at) as at from calls group by 1, 2)
  select coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(errors), 0)::bigint as errors, coalesce(sum(writes), 0)::bigint as writes,
    min(first_at) as first_at, max(last_at) as last_at,
    (select count(*) from by_caller) as caller_count, (select count(*) from by_endpoint) as endpoint_count,
    (select coalesce(json_agg(json_build_object('user_agent', user_agent, 'ip_address', ip_address, 'email', email, 'calls', calls, 'last_at', ${formatUtc('at')})), '[]')
      from (select * from by_caller order by calls desc, at desc limit $4) most) as callers,
    (select coalesce(json_agg(json_build_object('method', method, 'route', route, 'calls', calls, 'writes', writes, 'last_at', ${formatUtc('at')})), '[]')
      from (select * from by_endpoint order by calls desc, at desc limit $4) most) as endpoints
  from calls`)
const callsSince =
  defineStatement<LateCall>(`select l.user_agent, l.ip_address, l.email, l.method, l.route, count(*) as calls, max(l.created_at) as last_at
  ${OWN} group by 1, 2, 3, 4, 5 order by last_at desc limit $4`)

/** The calls with a token since a time of the machine's clock, with at most `most` callers and endpoints, the busiest. */
export async function sumTokenCalls(ctx: Context, id: number, since: Date, most: number): Promise<TokenCalls> {
  return ensureDefined((await ctx.db.planned(sumCalls(ctx.account.id, id, since, most)))[0])
}

/** Callers and endpoints of a token since a time of the machine's clock, the latest first. */
export function listTokenCalls(ctx: Context, id: number, since: string, most: number): Promise<LateCall[]> {
  return ctx.db.planned(callsSince(ctx.account.id, id, since, most))
}
