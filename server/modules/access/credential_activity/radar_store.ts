/** SQL of the radar: who still uses features to be retired, from the sums of the request log. */
import type { Context, CredentialKind } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { allOf } from '#lib/all_of.ts'

/** A caller of a feature to be retired: the credential, its user, and where it calls from. */
export interface RadarRow {
  /** The key of a retirement, or `GET /api/v2/…` of a route. */
  readonly use: string
  readonly credential_kind: CredentialKind
  readonly credential_id: number
  readonly client_id: number
  readonly user_id: number
  readonly user_agent: string
  readonly ip_address: string
  readonly calls: number
  readonly last_at: string
}

const SUMS = 'sum(r.calls)::bigint as calls, max(r.last_at) as last_at'
const CALLER = 'r.credential_kind, r.credential_id, r.client_id, r.user_id, r.user_agent, r.ip_address'
const SPAN = 'r.account_id = $1 and r.day >= $2'

// only active tokens, and passwords of existing staff; refused calls without a known user are not counted
const byTokens = defineStatement<RadarRow>(`select 'api_token' as use, ${CALLER}, ${SUMS} from request_activity r
    join api_tokens t on t.account_id = r.account_id and t.id = r.credential_id and t.active
    where ${SPAN} and r.credential_kind = 'api_token' group by ${CALLER}`)
const byPasswords = defineStatement<RadarRow>(`select 'password' as use, ${CALLER}, ${SUMS} from request_activity r
    join users u on u.account_id = r.account_id and u.id = r.user_id and u.active and u.role <> 'end-user'
    where ${SPAN} and r.credential_kind = 'password' group by ${CALLER}`)
const byOAuthTokens = defineStatement<RadarRow>(`select g.use, ${CALLER}, ${SUMS} from request_activity r
    join oauth_tokens o on o.account_id = r.account_id and o.id = r.credential_id
    cross join lateral unnest(array[case when o.expires_at is null then 'unexpiring' end, case when o.grant_type in ('password', 'implicit') then o.grant_type || '_grant' end]) as g(use)
    where ${SPAN} and r.credential_kind = 'oauth' and g.use is not null group by g.use, ${CALLER}`)
const byEndpoints = defineStatement<RadarRow>(`select r.method || ' ' || r.route as use, ${CALLER}, ${SUMS} from request_activity r
    where ${SPAN} and r.credential_kind in ('api_token', 'oauth', 'password') and r.user_id <> 0
      and r.method || ' ' || r.route = any($3::text[]) group by r.method, r.route, ${CALLER}`)

/** All callers since a day (`2026-11-20`) with a kind of credential to be retired, or of the given endpoints (`GET /api/v2/…`). */
export async function usesSince(ctx: Context, day: string, endpoints: readonly string[]): Promise<RadarRow[]> {
  const [tokens, passwords, oauth, routes] = await allOf(
    () => ctx.db.all(byTokens(ctx.account.id, day)),
    () => ctx.db.all(byPasswords(ctx.account.id, day)),
    () => ctx.db.all(byOAuthTokens(ctx.account.id, day)),
    () => (endpoints.length === 0 ? [] : ctx.db.all(byEndpoints(ctx.account.id, day, endpoints))),
  )
  return [...tokens, ...passwords, ...oauth, ...routes]
}
