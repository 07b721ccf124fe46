/** Every statement on OAuth tokens, except finding the token of a call by its hash (auth/credentials.ts). */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { OauthTokensTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

/** A token as its owner may see it, without hashes. */
export type OAuthTokenRow = Omit<Selectable<OauthTokensTable>, 'account_id' | 'token_hash' | 'refresh_token_hash'>
/** A token with the hash it is cached by. */
export type OAuthTokenWithHash = OAuthTokenRow & Pick<Selectable<OauthTokensTable>, 'token_hash'>

/** The filters of a list of tokens. */
export interface OAuthTokenFilter {
  readonly user_id?: number
  readonly client_id?: number
}

/** The stored form of the two secrets of a token, and their expiry. */
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
const byRefreshHash = defineStatement<OAuthTokenWithHash>(
  `select ${COLUMNS.join(', ')}, token_hash from oauth_tokens where account_id = $1 and client_id = $2 and refresh_token_hash = $3 for update`,
)
const byEitherHash = defineStatement<OAuthTokenRow & { is_refresh: boolean }>(
  `select ${COLUMNS.join(', ')}, token_hash <> $2 as is_refresh from oauth_tokens where account_id = $1 and (token_hash = $2 or refresh_token_hash = $2)`,
)
const removeOver = defineStatement<unknown>(`delete from oauth_tokens where account_id = $1 and client_id = $2 and user_id = $3
  and expires_at < $4 and (refresh_token_expires_at is null or refresh_token_expires_at < $4)`)
const remove = defineStatement<{ token_hash: Buffer }>('delete from oauth_tokens where account_id = $1 and id = $2 returning token_hash')
const removeOfClient = defineStatement<unknown>('delete from oauth_tokens where account_id = $1 and client_id = $2')
// which secret a client_credentials grant was made with is not recorded, so all of them are deleted
const removeEarlier = defineStatement<unknown>(`delete from oauth_tokens where account_id = $1 and client_id = $2
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
  return orNotFound(await ctx.db.first(select(ctx).where('id', '=', id)))
}

/** The token of a client with this refresh token, locked until the transaction ends: a concurrent second refresh finds nothing. */
export function lockByRefreshToken(ctx: Context, client_id: number, hash: Buffer): Promise<OAuthTokenWithHash | undefined> {
  return ctx.db.first(byRefreshHash(ctx.account.id, client_id, hash))
}

/** The token with this access token or refresh token, of any client and user. */
export function findByEitherSecret(ctx: Context, hash: Buffer): Promise<(OAuthTokenRow & { readonly is_refresh: boolean }) | undefined> {
  return ctx.db.first(byEitherHash(ctx.account.id, hash))
}

/** Inserts a token. */
export async function insertOAuthToken(
  ctx: Context,
  token: Pick<OAuthTokenRow, 'client_id' | 'user_id' | 'scopes' | 'grant_type' | 'is_personal'>,
  secrets: StoredSecrets,
): Promise<OAuthTokenRow> {
  const values = { ...token, ...secrets, granted_scopes: token.scopes, account_id: ctx.account.id, created_at: ctx.now }
  return ctx.db.one(q.insertInto('oauth_tokens').values(values).returning(COLUMNS).$castTo<OAuthTokenRow>())
}

/** Replaces the secrets of a token. */
export async function rotateOAuthToken(ctx: Context, id: number, scopes: string[], secrets: StoredSecrets): Promise<OAuthTokenRow> {
  const statement = q
    .updateTable('oauth_tokens')
    .set({ ...secrets, scopes })
    .where('account_id', '=', ctx.account.id)
    .where('id', '=', id)
    .returning(COLUMNS)
  return ctx.db.one(statement.$castTo<OAuthTokenRow>())
}

/** Deletes a token and returns its hash; undefined when it was already deleted. */
export async function deleteOAuthToken(ctx: Context, id: number): Promise<Buffer | undefined> {
  return (await ctx.db.first(remove(ctx.account.id, id)))?.token_hash
}

/** Deletes a user's tokens of a client that can neither be used nor refreshed any more. */
export async function deleteExpiredTokens(ctx: Context, client_id: number, user_id: number): Promise<void> {
  await ctx.db.run(removeOver(ctx.account.id, client_id, user_id, ctx.now))
}

/** Deletes every token of a client. */
export async function deleteTokensOfClient(ctx: Context, clientId: number): Promise<void> {
  await ctx.db.run(removeOfClient(ctx.account.id, clientId))
}

/** Deletes the tokens of a client from before a moment, and all granted by its secret alone. */
export async function deleteEarlierTokensOfClient(ctx: Context, clientId: number, moment: string): Promise<void> {
  await ctx.db.run(removeEarlier(ctx.account.id, clientId, moment))
}
