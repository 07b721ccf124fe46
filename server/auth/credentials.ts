/** Finds the stored credential of a presented secret. */
import type { Context, CachingServices } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { sameHash } from '#core/secrets.ts'

/** The columns of an API token that authentication needs. */
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

/** The columns of an OAuth access token that authentication needs. */
export interface KnownOAuthToken {
  readonly id: number
  readonly client_id: number
  readonly user_id: number
  readonly scopes: readonly string[]
  /** Granted to its user in person: on the consent page, or created in a session or with a password. */
  readonly is_personal: boolean
  /** An administrator has marked its client; see in_person.ts. */
  readonly may_act_in_person: boolean
  readonly expires_at: string | null
  /** The limits of its client. */
  readonly allowed_ips: readonly string[] | null
  readonly per_minute: number | null
  readonly token_hash: Buffer
}

/** The columns of a session that authentication needs. */
export interface KnownSession {
  readonly id: number
  readonly user_id: number
  readonly expires_at: string
  readonly must_enrol: boolean
  readonly token_hash: Buffer
}

/** The cache topic of an account's credentials; to be invalidated whenever one is changed or removed. */
export const credentialsTopic = (accountId: number) => `credentials:${accountId}`

const keyOf = (kind: string, hash: Buffer) => `${kind}:${hash.toString('base64')}`

/** Invalidates one access token in the cache of every process, and no other credential of the account. */
export function invalidateOAuthToken(ctx: Context, hash: Buffer): Promise<void> {
  return ctx.services.cache.invalidate(ctx.db, credentialsTopic(ctx.account.id), keyOf('oauth', hash))
}

/** Builds a statement that finds credentials by `condition`, in which `$1` is the account. */
type Found = (condition: string) => string

function finder<Row extends { readonly token_hash: Buffer }>(kind: string, found: Found, condition: string) {
  const selectCredential = defineStatement<Row>(found(condition))
  return ({ cache, database }: CachingServices, accountId: number, hash: Buffer): Promise<Row | undefined> =>
    cache.load(credentialsTopic(accountId), keyOf(kind, hash), async () => {
      const row = await database.first(selectCredential(accountId, hash))
      return row !== undefined && sameHash(row.token_hash, hash) ? row : undefined
    })
}

/** Reads one by its id, from the database in the transaction of `ctx`: for work that continues after the answer. */
function reader<Row>(found: Found, condition: string) {
  const selectCredential = defineStatement<Row>(found(condition))
  return (ctx: Context, id: number): Promise<Row | undefined> => ctx.db.first(selectCredential(ctx.account.id, id))
}

/**
 * Excludes API tokens whose value a suspended or deleted person has seen or holds: with it they could act as anyone else. The condition is
 * the same as in scim/store.ts; tokens of a team's automation keep working, and the team rotates them.
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
/** Reads an API token by its id, from the database. */
export const readApiToken = reader<KnownApiToken>(apiTokens, 't.id = $2')

const oauthTokens: Found = (
  condition,
) => `select t.id, t.client_id, t.user_id, t.scopes, t.is_personal, c.may_act_in_person and c.integration_id is null as may_act_in_person,
      t.expires_at, c.allowed_ips, c.per_minute, t.token_hash
    from oauth_tokens t join oauth_clients c on c.account_id = t.account_id and c.id = t.client_id where t.account_id = $1 and ${condition}`

/** Finds an OAuth access token by its hash. */
export const findOAuthToken = finder<KnownOAuthToken>('oauth', oauthTokens, 't.token_hash = $2')
/** Reads an OAuth access token by its id, from the database. Refreshing it changes neither its id nor the purpose it was granted for. */
export const readOAuthToken = reader<KnownOAuthToken>(oauthTokens, 't.id = $2')

const sessions: Found = (condition) =>
  `select id, user_id, expires_at, must_enrol, token_hash from sessions where account_id = $1 and ${condition}`

/** Finds a session by its hash. */
export const findSession = finder<KnownSession>('session', sessions, 'token_hash = $2 and signed_out_at is null')
/** Reads a session by its id, from the database; a signed-out or expired one, too, unless it was ended. */
export const readSession = reader<KnownSession>(sessions, 'id = $2')
