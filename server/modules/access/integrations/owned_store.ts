/** Every statement on the credentials that integrations own, OAuth clients and API tokens, and on their use. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { addSeconds, machineNow } from '#lib/clock.ts'
import type { CredentialType } from './states.ts'

/** A credential that an integration owns. */
export interface OwnedCredential {
  readonly integration_id: number
  readonly type: CredentialType
  readonly id: number
  readonly label: string
  /** The user a client acts as; the creator of an API token. */
  readonly user_id: number
  /** The number of access tokens a client has; 1 for an API token. */
  readonly tokens: number
  readonly active: boolean
  readonly last_used_at: string | null
}

/** Recent calls with the credentials of an integration. */
export interface IntegrationUse {
  readonly integration_id: number
  readonly calls: number
  readonly errors: number
}

const RECENT_DAYS = 2

const selectOwnedCredentials =
  defineStatement<OwnedCredential>(`select c.integration_id, 'oauth_client' as type, c.id, c.name as label, c.user_id, count(t.id)::int as tokens, true as active,
    max(t.used_at) as last_used_at
  from oauth_clients c left join oauth_tokens t on t.account_id = c.account_id and t.client_id = c.id
  where c.account_id = $1 and c.integration_id = any($2::bigint[]) group by c.account_id, c.id
  union all
  select a.integration_id, 'api_token', a.id, a.description, a.user_id, 1, a.active, a.last_used_at
  from api_tokens a where a.account_id = $1 and a.integration_id = any($2::bigint[])
  order by 1, 2 desc, 3`)
const sumUse = defineStatement<IntegrationUse>(`select o.integration_id, sum(r.calls)::int as calls, sum(r.errors)::int as errors
  from (select c.integration_id, c.id as client_id, 0::bigint as token_id from oauth_clients c where c.account_id = $1 and c.integration_id = any($2::bigint[])
    union all select a.integration_id, 0, a.id from api_tokens a where a.account_id = $1 and a.integration_id = any($2::bigint[])) o
  join request_activity r on r.account_id = $1 and r.day >= $3
    and ((o.client_id <> 0 and r.client_id = o.client_id) or (o.token_id <> 0 and r.credential_kind = 'api_token' and r.credential_id = o.token_id))
  group by o.integration_id`)
const giveClient = defineStatement<{ id: number }>(
  'update oauth_clients set integration_id = $3, updated_at = $4 where account_id = $1 and id = $2 and integration_id is null returning id',
)
const giveToken = defineStatement<{ id: number }>(
  'update api_tokens set integration_id = $3, updated_at = $4 where account_id = $1 and id = $2 and integration_id is null and active returning id',
)
const endTokens = defineStatement<unknown>(
  'update oauth_tokens set expires_at = $3 where account_id = $1 and client_id = $2 and (expires_at is null or expires_at > $3)',
)

/** The credentials of these integrations, in one statement. */
export async function listOwned(ctx: Context, integrationIds: readonly number[]): Promise<OwnedCredential[]> {
  return integrationIds.length === 0 ? [] : ctx.db.all(selectOwnedCredentials(ctx.account.id, [...integrationIds]))
}

/** The calls with the credentials of these integrations today and yesterday, in one statement. Uses the machine's clock, like the log. */
export async function listUse(ctx: Context, integrationIds: readonly number[]): Promise<IntegrationUse[]> {
  if (integrationIds.length === 0) return []
  const since = addSeconds(machineNow(), -(RECENT_DAYS - 1) * 86_400)
    .toISOString()
    .slice(0, 10)
  return ctx.db.all(sumUse(ctx.account.id, [...integrationIds], since))
}

/** Assigns a credential to an integration; false when an integration already owns it, or it is an inactive API token. */
export async function giveToIntegration(ctx: Context, type: OwnedCredential['type'], id: number, integrationId: number): Promise<boolean> {
  const statement = type === 'oauth_client' ? giveClient : giveToken
  return (await ctx.db.first(statement(ctx.account.id, id, integrationId, ctx.now))) !== undefined
}

/** Sets the end of a client's access tokens, unless they end earlier. */
export async function endTokensBy(ctx: Context, clientId: number, end: Date): Promise<void> {
  await ctx.db.run(endTokens(ctx.account.id, clientId, end))
}
