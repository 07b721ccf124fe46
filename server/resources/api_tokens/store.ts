/** Every statement on API tokens. */
import type { Selectable } from 'kysely'
import type { Context } from '../../context.ts'
import { fixed, q } from '../../db/builder.ts'
import type { ApiTokensTable } from '../../db/tables.ts'
import { NotFound } from '../../errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '../../http/paging.ts'

/** A token with its creator's name and address; never its hash. */
export type ApiTokenRow = Omit<Selectable<ApiTokensTable>, 'account_id' | 'token_hash'> & {
  readonly user_name: string
  readonly user_email: string | null
}

/** A token as it is written first. */
export type NewApiToken = Pick<
  ApiTokenRow,
  'description' | 'exception' | 'reason' | 'assigned_user_id' | 'expires_at' | 'visible_token'
> & { readonly token_hash: Buffer }

const COLUMNS = [
  'id',
  'user_id',
  'assigned_user_id',
  'description',
  'exception',
  'reason',
  'active',
  'visible_token',
  'last_used_at',
  'expires_at',
  'created_at',
  'updated_at',
] as const
const byId = { key: 'id', column: 't.id', kind: 'number' } as const
const ORDERS = {
  id: [byId],
  created_at: [{ key: 'created_at', column: 't.created_at', kind: 'moment' }, byId],
  description: [{ key: 'description', column: 't.description', kind: 'text' }, byId],
} as const

/** How lists of API tokens may be sorted. */
export const API_TOKEN_SORTING: Sorting = { fallback: ORDERS.id, cursor: ORDERS, offset: ORDERS }

const lockAccount = fixed<unknown>('select id from accounts where id = $1 for no key update')
const countAll = fixed<{ total: number }>('select count(*) as total from api_tokens where account_id = $1')
const lock = fixed<unknown>('select id from api_tokens where account_id = $1 and id = $2 for update')
const insert = fixed<{
  id: number
}>(`insert into api_tokens (account_id, user_id, assigned_user_id, description, exception, reason, token_hash, visible_token, expires_at, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning id`)
const remove = fixed<unknown>('delete from api_tokens where account_id = $1 and id = $2')

function select(ctx: Context) {
  return q
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', (join) => join.onRef('u.account_id', '=', 't.account_id').onRef('u.id', '=', 't.user_id'))
    .select(COLUMNS.map((name) => `t.${name}` as const))
    .select(['u.name as user_name', 'u.email as user_email'])
    .where('t.account_id', '=', ctx.account.id)
}

/** A page of API tokens; `active` undefined brings both kinds. */
export function listApiTokens(ctx: Context, active: boolean | undefined, paging: Paging): Promise<Page<ApiTokenRow>> {
  const query = active === undefined ? select(ctx) : select(ctx).where('t.active', '=', active)
  return readPage<ApiTokenRow>(ctx, query, paging)
}

/** One API token. @throws NotFound */
export async function getApiToken(ctx: Context, id: number): Promise<ApiTokenRow> {
  const row = await ctx.db.first(select(ctx).where('t.id', '=', id))
  if (row === undefined) throw new NotFound()
  return row
}

/** One API token, held against changes until the transaction ends. @throws NotFound */
export async function lockApiToken(ctx: Context, id: number): Promise<ApiTokenRow> {
  await ctx.db.first(lock(ctx.account.id, id))
  return getApiToken(ctx, id)
}

/** How many API tokens the account has; no other can be added until the transaction ends. */
export async function countApiTokensLocked(ctx: Context): Promise<number> {
  await ctx.db.first(lockAccount(ctx.account.id))
  return ((await ctx.db.first(countAll(ctx.account.id))) as { total: number }).total
}

/** Writes a new API token as the caller's. */
export async function insertApiToken(ctx: Context, token: NewApiToken): Promise<ApiTokenRow> {
  const { assigned_user_id, description, exception, reason, token_hash, visible_token, expires_at } = token
  const row = await ctx.db.first(
    insert(ctx.account.id, ctx.actor.id, assigned_user_id, description, exception, reason, token_hash, visible_token, expires_at, ctx.now),
  )
  return getApiToken(ctx, (row as { id: number }).id)
}

/** Writes changed members of an API token. */
export async function updateApiToken(
  ctx: Context,
  id: number,
  change: Partial<Pick<ApiTokenRow, 'description' | 'active' | 'expires_at'>>,
): Promise<ApiTokenRow> {
  await ctx.db.run(
    q
      .updateTable('api_tokens')
      .set({ ...change, updated_at: ctx.now })
      .where('account_id', '=', ctx.account.id)
      .where('id', '=', id),
  )
  return getApiToken(ctx, id)
}

/** Removes an API token for good. */
export async function deleteApiToken(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
