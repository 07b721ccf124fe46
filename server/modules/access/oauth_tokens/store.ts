/** Every statement on OAuth tokens, but finding one by its hash: that is signing in (auth/credentials.ts). */
import type { Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import { fixed, q } from '../../../db/builder.ts'
import type { OauthTokensTable } from '../../../db/tables.ts'
import { NotFound } from '../../../errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '../../../http/paging.ts'

/** A token as its owner may see it, without hashes. */
export type OAuthTokenRow = Omit<Selectable<OauthTokensTable>, 'account_id' | 'token_hash' | 'refresh_token_hash'>
/** A token with the hash by which processes remember it. */
export type OAuthTokenWithHash = OAuthTokenRow & Pick<Selectable<OauthTokensTable>, 'token_hash'>

/** Which tokens a list holds. */
export interface OAuthTokenFilter {
  readonly user_id?: number
  readonly client_id?: number
}

/** The two secrets of a token as they are stored, and until when they are good. */
export interface StoredSecrets {
  readonly token_hash: Buffer
  readonly visible_token: string
  readonly refresh_token_hash: Buffer | null
  readonly visible_refresh_token: string | null
  readonly expires_at: Date | null
  readonly refresh_token_expires_at: Date | null
}

const COLUMNS = [
  'id',
  'client_id',
  'user_id',
  'scopes',
  'granted_scopes',
  'grant_type',
  'is_personal',
  'visible_token',
  'visible_refresh_token',
  'created_at',
  'used_at',
  'expires_at',
  'refresh_token_expires_at',
] as const
const byId = { key: 'id', column: 'id', kind: 'number' } as const
const ORDERS = { id: [byId], created_at: [{ key: 'created_at', column: 'created_at', kind: 'moment' }, byId] } as const

/** How lists of tokens may be sorted. */
export const OAUTH_TOKEN_SORTING: Sorting = { fallback: ORDERS.id, cursor: ORDERS, offset: ORDERS }

const select = (ctx: Context) => q.selectFrom('oauth_tokens').select(COLUMNS).where('account_id', '=', ctx.account.id)
const byRefreshHash = fixed<OAuthTokenWithHash>(
  `select ${COLUMNS.join(', ')}, token_hash from oauth_tokens where account_id = $1 and client_id = $2 and refresh_token_hash = $3 for update`,
)
const byEitherHash = fixed<OAuthTokenRow & { is_refresh: boolean }>(
  `select ${COLUMNS.join(', ')}, token_hash <> $2 as is_refresh from oauth_tokens where account_id = $1 and (token_hash = $2 or refresh_token_hash = $2)`,
)
const removeOver = fixed<unknown>(`delete from oauth_tokens where account_id = $1 and client_id = $2 and user_id = $3
  and expires_at < $4 and (refresh_token_expires_at is null or refresh_token_expires_at < $4)`)
const remove = fixed<{ token_hash: Buffer }>('delete from oauth_tokens where account_id = $1 and id = $2 returning token_hash')
const removeOfClient = fixed<unknown>('delete from oauth_tokens where account_id = $1 and client_id = $2')
// a grant by the client's secret alone does not say which secret it was
const removeEarlier = fixed<unknown>(`delete from oauth_tokens where account_id = $1 and client_id = $2
  and (created_at < $3 or grant_type = 'client_credentials')`)

/** A page of tokens. */
export function listOAuthTokens(ctx: Context, filter: OAuthTokenFilter, paging: Paging): Promise<Page<OAuthTokenRow>> {
  let query = select(ctx)
  if (filter.user_id !== undefined) query = query.where('user_id', '=', filter.user_id)
  if (filter.client_id !== undefined) query = query.where('client_id', '=', filter.client_id)
  return readPage<OAuthTokenRow>(ctx, query, paging)
}

/** One token. @throws NotFound */
export async function getOAuthToken(ctx: Context, id: number): Promise<OAuthTokenRow> {
  const row = await ctx.db.first(select(ctx).where('id', '=', id))
  if (row === undefined) throw new NotFound()
  return row
}

/** The token of a client with this refresh token, held until the transaction ends: of two that refresh it at once the second finds nothing. */
export function lockByRefreshToken(ctx: Context, client_id: number, hash: Buffer): Promise<OAuthTokenWithHash | undefined> {
  return ctx.db.first(byRefreshHash(ctx.account.id, client_id, hash))
}

/** The token with this access token or this refresh token, whosever it is. */
export function findByEitherSecret(ctx: Context, hash: Buffer): Promise<(OAuthTokenRow & { readonly is_refresh: boolean }) | undefined> {
  return ctx.db.first(byEitherHash(ctx.account.id, hash))
}

/** Writes a new token. */
export async function insertOAuthToken(
  ctx: Context,
  token: Pick<OAuthTokenRow, 'client_id' | 'user_id' | 'scopes' | 'grant_type' | 'is_personal'>,
  secrets: StoredSecrets,
): Promise<OAuthTokenRow> {
  const values = { ...token, ...secrets, granted_scopes: token.scopes, account_id: ctx.account.id, created_at: ctx.now }
  return (await ctx.db.first(q.insertInto('oauth_tokens').values(values).returning(COLUMNS))) as OAuthTokenRow
}

/** Gives a token new secrets; the old ones are found no more. */
export async function rotateOAuthToken(ctx: Context, id: number, scopes: string[], secrets: StoredSecrets): Promise<OAuthTokenRow> {
  const statement = q
    .updateTable('oauth_tokens')
    .set({ ...secrets, scopes })
    .where('account_id', '=', ctx.account.id)
    .where('id', '=', id)
    .returning(COLUMNS)
  return (await ctx.db.first(statement)) as OAuthTokenRow
}

/** Removes a token for good; the hash it had, undefined when it was gone already. */
export async function deleteOAuthToken(ctx: Context, id: number): Promise<Buffer | undefined> {
  return (await ctx.db.first(remove(ctx.account.id, id)))?.token_hash
}

/** Removes a user's tokens of a client that can neither be used nor refreshed any more. */
export async function deleteExpiredTokens(ctx: Context, client_id: number, user_id: number): Promise<void> {
  await ctx.db.run(removeOver(ctx.account.id, client_id, user_id, ctx.now))
}

/** Removes every token that was granted to a client. */
export async function deleteTokensOfClient(ctx: Context, clientId: number): Promise<void> {
  await ctx.db.run(removeOfClient(ctx.account.id, clientId))
}

/** Removes the tokens of a client from before a moment, and all that it was granted by its secret alone. */
export async function deleteEarlierTokensOfClient(ctx: Context, clientId: number, moment: string): Promise<void> {
  await ctx.db.run(removeEarlier(ctx.account.id, clientId, moment))
}
