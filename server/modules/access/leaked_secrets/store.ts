/** Every statement on leaked secrets. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** A stored secret that matches a hash. `user_id`: its owner; `label`: its name for people; `works`: it is still usable. */
export interface FoundSecret {
  readonly kind: 'api_token' | 'oauth_token' | 'oauth_client' | 'session' | 'shared_secret' | 'signing_secret' | 'webhook'
  readonly id: number
  /** Of a webhook: what it is found by; `id` is its number in the audit log. */
  readonly webhook_id?: string
  readonly user_id: number
  readonly label: string
  readonly hash: Buffer
  readonly works: boolean
}

const find = defineStatement<FoundSecret>(`with sent as (select decode(h, 'hex') as hash from unnest($2::text[]) as h)
  select 'api_token' as kind, t.id, t.user_id, t.description as label, t.token_hash as hash, t.active as works
    from api_tokens t where t.account_id = $1 and t.token_hash in (select hash from sent)
  union all select 'oauth_token', t.id, t.user_id, t.visible_token, t.token_hash, true
    from oauth_tokens t where t.account_id = $1 and t.token_hash in (select hash from sent)
  union all select 'oauth_token', t.id, t.user_id, t.visible_token, t.refresh_token_hash, true
    from oauth_tokens t where t.account_id = $1 and t.refresh_token_hash in (select hash from sent)
  union all select 'oauth_client', c.id, c.user_id, c.name, c.secret_hash, true
    from oauth_clients c where c.account_id = $1 and c.secret_hash in (select hash from sent)
  union all select 'oauth_client', c.id, c.user_id, c.name, c.previous_secret_hash, true
    from oauth_clients c where c.account_id = $1 and c.previous_secret_hash in (select hash from sent)
  union all select 'session', s.id, s.user_id, 'A session', s.token_hash, s.signed_out_at is null
    from sessions s where s.account_id = $1 and s.token_hash in (select hash from sent)
  union all select 'shared_secret', s.id, s.sender_id, s.label, s.link_hash, s.state = 'waiting'
    from shared_secrets s where s.account_id = $1 and s.link_hash in (select hash from sent)`)

/** The stored secrets that match these hashes. */
export function findSecrets(ctx: Context, hashes: readonly Buffer[]): Promise<FoundSecret[]> {
  return ctx.db.all(
    find(
      ctx.account.id,
      hashes.map((hash) => hash.toString('hex')),
    ),
  )
}
