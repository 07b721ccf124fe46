/** Finds a presented secret among the stored ones. */
import type { Context, Remembering } from '../context.ts'
import { fixed } from '../db/builder.ts'
import { sameHash } from './secrets.ts'

/** An API token as far as signing in needs it. */
export interface KnownApiToken {
  readonly id: number
  readonly user_id: number
  readonly assigned_user_id: number | null
  readonly active: boolean
  readonly expires_at: string | null
  readonly token_hash: Buffer
}

/** An OAuth access token as far as signing in needs it. */
export interface KnownOAuthToken {
  readonly id: number
  readonly client_id: number
  readonly user_id: number
  readonly scopes: readonly string[]
  readonly expires_at: string | null
  readonly token_hash: Buffer
}

/** A session as far as signing in needs it. */
export interface KnownSession {
  readonly id: number
  readonly user_id: number
  readonly expires_at: string
  readonly token_hash: Buffer
}

/** The topic under which credentials of an account are remembered; to be forgotten whenever one is changed or removed. */
export const credentialsTopic = (accountId: number) => `credentials:${accountId}`

const keyOf = (kind: string, hash: Buffer) => `${kind}:${hash.toString('base64')}`

/** Makes every process forget one access token, and no other credential of the account. */
export function forgetOAuthToken(ctx: Context, hash: Buffer): Promise<void> {
  return ctx.services.memory.forget(ctx.db, credentialsTopic(ctx.account.id), keyOf('oauth', hash))
}

function finder<Row extends { readonly token_hash: Buffer }>(kind: string, text: string) {
  const statement = fixed<Row>(text)
  return ({ memory, database }: Remembering, accountId: number, hash: Buffer): Promise<Row | undefined> =>
    memory.remember(credentialsTopic(accountId), keyOf(kind, hash), async () => {
      const row = await database.first(statement(accountId, hash))
      return row !== undefined && sameHash(row.token_hash, hash) ? row : undefined
    })
}

/** Finds an API token by its hash. */
export const findApiToken = finder<KnownApiToken>(
  'api_token',
  'select id, user_id, assigned_user_id, active, expires_at, token_hash from api_tokens where account_id = $1 and token_hash = $2',
)

/** Finds an OAuth access token by its hash. */
export const findOAuthToken = finder<KnownOAuthToken>(
  'oauth',
  'select id, client_id, user_id, scopes, expires_at, token_hash from oauth_tokens where account_id = $1 and token_hash = $2',
)

/** Finds a session by its hash. */
export const findSession = finder<KnownSession>(
  'session',
  'select id, user_id, expires_at, token_hash from sessions where account_id = $1 and token_hash = $2',
)
