/** Every statement on OAuth clients. */
import { uniqueIndex } from '#http/unique_values.ts'
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { OauthClientsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { CLIENT_KINDS } from './schema.ts'

/** A client without the hashes of its secrets. */
export type OAuthClientRow = Omit<Selectable<OauthClientsTable>, 'account_id' | 'secret_hash' | 'previous_secret_hash' | 'kind'> & {
  readonly kind: (typeof CLIENT_KINDS)[number]
}
/** A client with the hashes of its secrets. */
export type OAuthClientWithSecret = OAuthClientRow & Pick<Selectable<OauthClientsTable>, 'secret_hash' | 'previous_secret_hash'>

/** The number of tokens of a client, and their last use. */
export interface TokenSummaryRow {
  readonly id: number
  readonly last_used_at: string | null
  readonly tokens_count: number
}

/** The filters of a list of clients. `global` true: only clients of other parties; false: only own ones. */
export interface OAuthClientFilter {
  readonly user_id?: number
  readonly global?: boolean
  readonly id?: number
}

/** The members of a client that a user can set. */
export type OAuthClientMembers = Pick<
  OAuthClientRow,
  | 'name'
  | 'identifier'
  | 'company'
  | 'description'
  | 'redirect_uri'
  | 'scopes'
  | 'user_id'
  | 'allowed_ips'
  | 'per_minute'
  | 'may_act_in_person'
> & {
  /** One that was checked. */
  readonly kind: string
}
/** The stored form of a client's secret. */
export interface StoredClientSecret {
  readonly secret_hash: Buffer
  readonly visible_secret: string
}
/** The previous secret and until when it is valid; both null when there is none. */
export interface StoredPreviousSecret {
  readonly previous_secret_hash: Buffer | null
  readonly previous_secret_expires_at: Date | null
}

const COLUMNS = [
  'id',
  'user_id',
  'name',
  'identifier',
  'company',
  'description',
  'logo_url',
  'redirect_uri',
  'kind',
  'global',
  'scopes',
  'visible_secret',
  'previous_secret_expires_at',
  'allowed_ips',
  'per_minute',
  'may_act_in_person',
  'integration_id',
  'created_at',
  'updated_at',
] as const
const byId = { key: 'id', column: 'id', kind: 'number' } as const
const ORDERS = {
  id: [byId],
  name: [{ key: 'name', column: 'name', kind: 'text' }, byId],
  identifier: [{ key: 'identifier', column: 'identifier', kind: 'text' }, byId],
  created_at: [{ key: 'created_at', column: 'created_at', kind: 'moment' }, byId],
} as const

/** How lists of clients may be sorted. */
export const OAUTH_CLIENT_SORTING: Sorting = { fallback: ORDERS.id, cursor: ORDERS, offset: ORDERS }

const select = (ctx: Context) =>
  q.selectFrom('oauth_clients').select(COLUMNS).where('account_id', '=', ctx.account.id).$castTo<OAuthClientRow>()
const selectSameIdentifier = defineStatement<{ id: number }>(
  'select id from oauth_clients where account_id = $1 and identifier = $2 and id <> $3',
)
const remove = defineStatement<unknown>('delete from oauth_clients where account_id = $1 and id = $2')
const secretHash = defineStatement<{ secret_hash: Buffer }>('select secret_hash from oauth_clients where account_id = $1 and id = $2')
const selectSummaries =
  defineStatement<TokenSummaryRow>(`select client_id as id, max(used_at) as last_used_at, count(*) as tokens_count from oauth_tokens
  where account_id = $1 and client_id = any($2::bigint[]) and ($4 or expires_at is null or expires_at > $3 or refresh_token_expires_at > $3)
  group by client_id`)
const lock = defineStatement<unknown>('select id from oauth_clients where account_id = $1 and id = $2 for update')

/** A page of clients. */
export function listOAuthClients(ctx: Context, filter: OAuthClientFilter, paging: Paging): Promise<Page<OAuthClientRow>> {
  let query = select(ctx)
  if (filter.user_id !== undefined) query = query.where('user_id', '=', filter.user_id)
  if (filter.global !== undefined) query = query.where('global', '=', filter.global)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  return readPage<OAuthClientRow>(ctx, query, paging)
}

/** The number of tokens of each client. Tokens that can neither be used nor refreshed count only with `with_expired`. */
export async function summarizeTokens(ctx: Context, ids: readonly number[], with_expired: boolean): Promise<TokenSummaryRow[]> {
  const found = await ctx.db.all(selectSummaries(ctx.account.id, ids, ctx.now, with_expired))
  const byClient = new Map(found.map((row) => [row.id, row]))
  return ids.map((id) => byClient.get(id) ?? { id, last_used_at: null, tokens_count: 0 })
}

/** The client with this id, if there is one. */
export function findOAuthClient(ctx: Context, id: number): Promise<OAuthClientRow | undefined> {
  return ctx.db.first(select(ctx).where('id', '=', id))
}

/** One client. @throws NotFound */
export async function getOAuthClient(ctx: Context, id: number): Promise<OAuthClientRow> {
  return orNotFound(await findOAuthClient(ctx, id))
}

/** One client, with its row locked until the transaction ends. @throws NotFound */
export async function lockOAuthClient(ctx: Context, id: number): Promise<OAuthClientRow> {
  await ctx.db.first(lock(ctx.account.id, id))
  return getOAuthClient(ctx, id)
}

/** The client with this identifier, with the hashes of its secrets. */
export function findOAuthClientByIdentifier(ctx: Context, identifier: string): Promise<OAuthClientWithSecret | undefined> {
  const query = select(ctx).select(['secret_hash', 'previous_secret_hash'])
  return ctx.db.first(query.where('identifier', '=', identifier))
}

/** The hash of the secret of a client that the transaction has locked. */
export async function getSecretHash(tx: Context, id: number): Promise<Buffer> {
  return (await tx.db.one(secretHash(tx.account.id, id))).secret_hash
}

/** True when another client has this identifier. */
export async function isIdentifierTaken(ctx: Context, identifier: string, exceptId: number): Promise<boolean> {
  return (await ctx.db.first(selectSameIdentifier(ctx.account.id, identifier, exceptId))) !== undefined
}

/** The error when another client has the identifier. */
export const IDENTIFIER_TAKEN = uniqueIndex('oauth_clients_identifier', 'identifier', 'Identifier')

/** Inserts a client. */
export async function insertOAuthClient(ctx: Context, client: OAuthClientMembers & StoredClientSecret): Promise<OAuthClientRow> {
  const statement = q
    .insertInto('oauth_clients')
    .values({ ...client, account_id: ctx.account.id, created_at: ctx.now, updated_at: ctx.now })
    .returning(COLUMNS)
  return ctx.db.one(statement.$castTo<OAuthClientRow>())
}

/** Updates columns of a client. */
export async function updateOAuthClient(
  ctx: Context,
  id: number,
  change: OAuthClientMembers | StoredPreviousSecret | (StoredClientSecret & StoredPreviousSecret),
): Promise<OAuthClientRow> {
  const statement = q
    .updateTable('oauth_clients')
    .set({ ...change, updated_at: ctx.now })
    .where('account_id', '=', ctx.account.id)
    .where('id', '=', id)
    .returning(COLUMNS)
  return ctx.db.one(statement.$castTo<OAuthClientRow>())
}

/** Deletes a client with all its tokens. */
export async function deleteOAuthClient(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}

// grants lock the client before their code and token: what was exchanged before is a token by now
const stripCodes = defineStatement<unknown>(`update oauth_codes set scopes = array_remove(scopes, $3)
  where account_id = $1 and client_id = $2 and spent_at is null and $3 = any(scopes)`)
const stripTokens = defineStatement<{ id: number }>(`update oauth_tokens
  set scopes = array_remove(scopes, $3), granted_scopes = array_remove(granted_scopes, $3)
  where account_id = $1 and client_id = $2 and ($3 = any(scopes) or $3 = any(granted_scopes)) returning id`)

/** Withdraws a scope from everything a client was granted. Returns the number of tokens that had it. */
export async function withdrawScope(tx: Context, clientId: number, scope: string): Promise<number> {
  await tx.db.run(stripCodes(tx.account.id, clientId, scope))
  return (await tx.db.all(stripTokens(tx.account.id, clientId, scope))).length
}
