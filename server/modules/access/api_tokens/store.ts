/** Every statement on API tokens. */
import { type Selectable, sql } from 'kysely'
import { lockAccount } from '#accounts/lock.ts'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { insertRow } from '#db/columns.ts'
import type { ApiTokensTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Participation } from '../access_requests/steps.ts'
import { PARTICIPATION } from '../access_requests/store.ts'
import type { KEPT_EXCEPTIONS } from './schema.ts'

/** A token with the name and e-mail address of its creator. It never contains the hash. */
export type ApiTokenRow = Omit<Selectable<ApiTokensTable>, 'account_id' | 'token_hash' | 'seen_by_creator' | 'exception'> & {
  readonly exception: (typeof KEPT_EXCEPTIONS)[number] | null
  readonly user_name: string
  readonly user_email: string | null
  /** Null when its creator may no longer sign in. */
  readonly user_role: string | null
  /** The name of the user it is assigned to; null when it is not assigned. */
  readonly assigned_user_name: string | null
  /** Null also when that user no longer exists or may not sign in. */
  readonly assigned_user_role: string | null
  /** The participants of the request it was made for, or of the request of its integration; null when there is none. */
  readonly request: Participation | null
}

/** The columns of a token to insert. */
export type NewApiToken = Pick<ApiTokenRow, (typeof GIVEN)[number]> & {
  /** One that was checked. */
  readonly exception: string | null
  readonly token_hash: Buffer
  /** Whether its creator is shown the value. */
  readonly seen_by_creator: boolean
}

const GIVEN = [
  'description',
  'reason',
  'assigned_user_id',
  'expires_at',
  'visible_token',
  'access_request_id',
  'integration_id',
  'allowed_ips',
  'per_minute',
] as const

/** The columns of a token that can be updated. */
export type ApiTokenChange = Partial<
  Omit<
    ApiTokenRow,
    | 'id'
    | 'user_id'
    | 'user_name'
    | 'user_email'
    | 'user_role'
    | 'assigned_user_name'
    | 'assigned_user_role'
    | 'request'
    | 'exception'
    | 'visible_token'
    | 'last_used_at'
    | 'created_at'
    | 'updated_at'
  >
>

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
  'access_request_id',
  'integration_id',
  'allowed_ips',
  'per_minute',
  'replaced_by_id',
  'replaced_at',
  'replaced_logged_at',
  'silent_days',
  'deactivated_at',
  'deactivation_reason',
  'idle_at',
  'noticed_for',
  'noticed_days',
] as const
const byId = { key: 'id', column: 't.id', kind: 'number' } as const
const ORDERS = {
  id: [byId],
  created_at: [{ key: 'created_at', column: 't.created_at', kind: 'moment' }, byId],
  description: [{ key: 'description', column: 't.description', kind: 'text' }, byId],
} as const

/** How lists of API tokens may be sorted. */
export const API_TOKEN_SORTING: Sorting = { fallback: ORDERS.id, cursor: ORDERS, offset: ORDERS }

const countAll = defineStatement<{ total: number }>('select count(*) as total from api_tokens where account_id = $1')
const lock = defineStatement<unknown>('select id from api_tokens where account_id = $1 and id = $2 for update')
const holdIntegration = defineStatement<{ name: string; state: string }>(
  'select name, state from integrations where account_id = $1 and id = $2 for share',
)
const insert = insertRow<{ id: number }>()(
  'api_tokens',
  ['account_id', 'user_id', ...GIVEN, 'exception', 'token_hash', 'seen_by_creator', 'created_at', 'updated_at'],
  ['id'],
)
const ofRequest =
  defineStatement<TokenOfRequest>(`select id, access_request_id from api_tokens where account_id = $1 and access_request_id is not null
  and token_hash = any(array(select decode(hex, 'hex') from unnest($2::text[]) as hex)) limit 2`)
const selectSuccessor = defineStatement<{ visible_token: string }>(`with recursive successors as (
    select replaced_by_id as id from api_tokens where account_id = $1 and id = $2
    union select t.replaced_by_id from successors s join api_tokens t on t.account_id = $1 and t.id = s.id)
  select t.visible_token from successors s join api_tokens t on t.account_id = $1 and t.id = s.id where t.active limit 1`)
const remove = defineStatement<unknown>('delete from api_tokens where account_id = $1 and id = $2')

function select(ctx: Context) {
  return q
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', (join) => join.onRef('u.account_id', '=', 't.account_id').onRef('u.id', '=', 't.user_id'))
    .select(COLUMNS.map((name) => `t.${name}` as const))
    .leftJoin('users as a', (join) => join.onRef('a.account_id', '=', 't.account_id').onRef('a.id', '=', 't.assigned_user_id'))
    .leftJoin('integrations as i', (join) => join.onRef('i.account_id', '=', 't.account_id').onRef('i.id', '=', 't.integration_id'))
    .leftJoin('access_requests as r', (join) =>
      join.onRef('r.account_id', '=', 't.account_id').on('r.id', '=', sql`coalesce(t.access_request_id, i.access_request_id)`),
    )
    .select(['u.name as user_name', 'u.email as user_email', 'a.name as assigned_user_name'])
    .select(sql<string | null>`case when u.active and not u.suspended then u.role end`.as('user_role'))
    .select(sql<string | null>`case when a.active and not a.suspended then a.role end`.as('assigned_user_role'))
    .select(sql<Participation | null>`case when r.id is not null then ${sql.raw(PARTICIPATION)} end`.as('request'))
    .where('t.account_id', '=', ctx.account.id)
    .$castTo<ApiTokenRow>()
}

/** A page of API tokens; with `active` undefined both active and inactive ones. */
export function listApiTokens(ctx: Context, active: boolean | undefined, paging: Paging): Promise<Page<ApiTokenRow>> {
  const query = active === undefined ? select(ctx) : select(ctx).where('t.active', '=', active)
  return readPage<ApiTokenRow>(ctx, query, paging)
}

/** One API token; undefined when there is none. */
export function findApiToken(ctx: Context, id: number): Promise<ApiTokenRow | undefined> {
  return ctx.db.first(select(ctx).where('t.id', '=', id))
}

/** One API token. @throws NotFound */
export async function getApiToken(ctx: Context, id: number): Promise<ApiTokenRow> {
  return orNotFound(await findApiToken(ctx, id))
}

/** The visible part of the active successor of a token, after any number of rotations; undefined without one. */
export async function activeSuccessor(ctx: Context, id: number): Promise<string | undefined> {
  return (await ctx.db.first(selectSuccessor(ctx.account.id, id)))?.visible_token
}

/** One API token, with its row locked until the transaction ends. @throws NotFound */
export async function lockApiToken(ctx: Context, id: number): Promise<ApiTokenRow> {
  await ctx.db.first(lock(ctx.account.id, id))
  return getApiToken(ctx, id)
}

/** As {@link lockApiToken}; undefined when there is none. */
export async function findApiTokenForUpdate(ctx: Context, id: number): Promise<ApiTokenRow | undefined> {
  await ctx.db.first(lock(ctx.account.id, id))
  return findApiToken(ctx, id)
}

/** The integration that a token belongs to, with a share lock until the transaction ends. */
export function shareLockIntegration(
  ctx: Context,
  integrationId: number,
): Promise<{ readonly name: string; readonly state: string } | undefined> {
  return ctx.db.first(holdIntegration(ctx.account.id, integrationId))
}

/** A token that was made for an access request, active or not. */
export interface TokenOfRequest {
  readonly id: number
  readonly access_request_id: number
}

/** The tokens with these hashes that were made for an access request; at most two. */
export function findTokensOfRequests(ctx: Context, hashes: readonly Buffer[]): Promise<TokenOfRequest[]> {
  const hexes = hashes.map((hash) => hash.toString('hex'))
  return ctx.db.all(ofRequest(ctx.account.id, hexes))
}

/** The active tokens that were made for an access request or belong to an integration; more than one during a rotation. */
export function activeApiTokensOf(ctx: Context, owner: { access_request_id: number } | { integration_id: number }): Promise<ApiTokenRow[]> {
  const [column, id] =
    'integration_id' in owner
      ? (['t.integration_id', owner.integration_id] as const)
      : (['t.access_request_id', owner.access_request_id] as const)
  return ctx.db.all(select(ctx).where(column, '=', id).where('t.active', '=', true).orderBy('t.id'))
}

/** The tokens scheduled work may end: active ones, and those deactivated as unused, which are deleted later. */
export function endableApiTokens(ctx: Context): Promise<ApiTokenRow[]> {
  return ctx.db.all(
    select(ctx)
      .where((where) => where.or([where('t.active', '=', true), where('t.idle_at', 'is not', null)]))
      .orderBy('t.id'),
  )
}

/** The number of API tokens of the account. Locks the account, so that no other can be added until the transaction ends. */
export async function countApiTokensLocked(ctx: Context): Promise<number> {
  await lockAccount(ctx)
  return (await ctx.db.one(countAll(ctx.account.id))).total
}

/** Inserts an API token with the caller as its creator. */
export async function insertApiToken(ctx: Context, token: NewApiToken): Promise<ApiTokenRow> {
  const { account, actor, now } = ctx
  const { id } = await ctx.db.one(insert({ account_id: account.id, user_id: actor.id, ...token, created_at: now, updated_at: now }))
  return getApiToken(ctx, id)
}

/** Updates columns of an API token. */
export async function updateApiToken(ctx: Context, id: number, change: ApiTokenChange): Promise<ApiTokenRow> {
  await ctx.db.run(
    q
      .updateTable('api_tokens')
      .set({ ...change, updated_at: ctx.now })
      .where('account_id', '=', ctx.account.id)
      .where('id', '=', id),
  )
  return getApiToken(ctx, id)
}

/** Deletes an API token. */
export async function deleteApiToken(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
