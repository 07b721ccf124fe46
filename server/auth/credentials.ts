/** Finds a presented secret among the stored ones. */
import type { Context, CachingServices } from '../context.ts'
import { fixed } from '../db/builder.ts'
import { sameHash } from './secrets.ts'

/** An API token as far as signing in needs it. */
export interface KnownApiToken {
  readonly id: number
  readonly user_id: number
  readonly assigned_user_id: number | null
  readonly active: boolean
  readonly expires_at: string | null
  readonly allowed_ips: readonly string[] | null
  readonly per_minute: number | null
  readonly token_hash: Buffer
}

/** An OAuth access token as far as signing in needs it. */
export interface KnownOAuthToken {
  readonly id: number
  readonly client_id: number
  readonly user_id: number
  readonly scopes: readonly string[]
  /** Granted to its user in person: at the page of consent, or made by him in a session or with his password. */
  readonly is_personal: boolean
  readonly expires_at: string | null
  /** Those of its client. */
  readonly allowed_ips: readonly string[] | null
  readonly per_minute: number | null
  readonly token_hash: Buffer
}

/** A session as far as signing in needs it. */
export interface KnownSession {
  readonly id: number
  readonly user_id: number
  readonly expires_at: string
  readonly must_enrol: boolean
  readonly token_hash: Buffer
}

/** The topic under which credentials of an account are remembered; to be forgotten whenever one is changed or removed. */
export const credentialsTopic = (accountId: number) => `credentials:${accountId}`

const keyOf = (kind: string, hash: Buffer) => `${kind}:${hash.toString('base64')}`

/** Makes every process forget one access token, and no other credential of the account. */
export function invalidateOAuthToken(ctx: Context, hash: Buffer): Promise<void> {
  return ctx.services.cache.invalidate(ctx.db, credentialsTopic(ctx.account.id), keyOf('oauth', hash))
}

/** A statement that finds credentials by `condition`, which knows `$1`, the account, and `$2`. */
type Found = (condition: string) => string

function finder<Row extends { readonly token_hash: Buffer }>(kind: string, found: Found, condition: string) {
  const statement = fixed<Row>(found(condition))
  return ({ cache, database }: CachingServices, accountId: number, hash: Buffer): Promise<Row | undefined> =>
    cache.load(credentialsTopic(accountId), keyOf(kind, hash), async () => {
      const row = await database.first(statement(accountId, hash))
      return row !== undefined && sameHash(row.token_hash, hash) ? row : undefined
    })
}

/** Reads one by its id, in the transaction of `ctx` and afresh: for what goes on behind the answer. */
function reader<Row>(found: Found, condition: string) {
  const statement = fixed<Row>(found(condition))
  return (ctx: Context, id: number): Promise<Row | undefined> => ctx.db.first(statement(ctx.account.id, id))
}

/**
 * Not an API token that a person who was suspended or deleted has seen or holds: he could name anybody else. Such are
 * the same as in scim/store.ts; those of a team's automation go on, and the team rotates them.
 */
const apiTokens: Found = (
  condition,
) => `select t.id, t.user_id, t.assigned_user_id, t.active, t.expires_at, t.allowed_ips, t.per_minute, t.token_hash from api_tokens t
    left join access_requests r on r.account_id = t.account_id and r.id = t.access_request_id
    where t.account_id = $1 and ${condition} and (r.account_id = $1 or r.account_id is null)
      and not exists (select 1 from users u where u.account_id = $1 and (u.suspended or not u.active)
        and u.id in (t.assigned_user_id, r.requester_id, case when t.seen_by_creator and t.exception is distinct from 'team_automation' then t.user_id end))`

/** Finds an API token by its hash. */
export const findApiToken = finder<KnownApiToken>('api_token', apiTokens, 't.token_hash = $2')
/** Reads an API token by its id, afresh. */
export const readApiToken = reader<KnownApiToken>(apiTokens, 't.id = $2')

const oauthTokens: Found = (
  condition,
) => `select t.id, t.client_id, t.user_id, t.scopes, t.is_personal, t.expires_at, c.allowed_ips, c.per_minute, t.token_hash
    from oauth_tokens t join oauth_clients c on c.account_id = t.account_id and c.id = t.client_id where t.account_id = $1 and ${condition}`

/** Finds an OAuth access token by its hash. */
export const findOAuthToken = finder<KnownOAuthToken>('oauth', oauthTokens, 't.token_hash = $2')
/** Reads an OAuth access token by its id, afresh. Refreshing it changes neither its id nor what it was granted for. */
export const readOAuthToken = reader<KnownOAuthToken>(oauthTokens, 't.id = $2')

const sessions: Found = (condition) =>
  `select id, user_id, expires_at, must_enrol, token_hash from sessions where account_id = $1 and ${condition}`

/** Finds a session by its hash. */
export const findSession = finder<KnownSession>('session', sessions, 'token_hash = $2 and signed_out_at is null')
/** Reads a session by its id, afresh; one that was left or is over, too, as long as nobody has ended it. */
export const readSession = reader<KnownSession>(sessions, 'id = $2')
