/** Every statement on several users: lists, counts, searches. The one place that decides which users a caller can see. */
import { sql, type SqlBool } from 'kysely'
import { userScope } from '#permissions/people_scope.ts'
import type { Context } from '#core/context.ts'
import { q } from '#db/builder.ts'
import { orNotFound } from '#core/errors.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Condition } from '#search/kinds.ts'
import { USER_COLUMNS, type UserRow } from './store.ts'

/** Filters of a list of users. Only active users unless `deleted` says otherwise. */
export interface UserFilter {
  readonly roles?: readonly string[] | undefined
  readonly custom_role_id?: number | undefined
  readonly external_id?: string | undefined
  readonly ids?: readonly number[]
  readonly external_ids?: readonly string[]
  readonly organization_id?: number
  readonly group_id?: number
  /** Only staff who belong to a group, so that tickets can be assigned to them. */
  readonly assignable?: boolean
  /** The condition of a search; null = no user can match. */
  readonly found?: Condition | null
  readonly deleted?: 'too' | 'only'
}

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const byName = { key: 'name', column: 'name', kind: 'text' } as const
const moment = (key: 'created_at' | 'updated_at') => [{ key, column: key, kind: 'moment' } as const, byId]
const ORDERS = { id: [byId], name: [byName, byId], created_at: moment('created_at'), updated_at: moment('updated_at') }

/** How lists of users may be sorted. @source docs/reference/conventions.md §3.3 */
export const USER_SORTING: Sorting = { fallback: [byId], cursor: ORDERS, offset: ORDERS }
/** Search results are sorted by name: no index serves that order, so the planner uses the search index instead of scanning in order. */
export const FOUND_SORTING: Sorting = { fallback: ORDERS.name, offset: ORDERS }

function select(ctx: Context, filter: UserFilter) {
  let query = q.selectFrom('users').select(USER_COLUMNS).where('users.account_id', '=', ctx.account.id).$castTo<UserRow>()
  // literals, not parameters: otherwise the planner cannot use partial indexes
  if (filter.deleted !== 'too') query = query.where(filter.deleted === 'only' ? sql<SqlBool>`not users.active` : sql<SqlBool>`users.active`)
  if (filter.roles !== undefined) query = query.where(sql<SqlBool>`users.role = any(${filter.roles}::text[])`)
  if (filter.custom_role_id !== undefined) query = query.where('custom_role_id', '=', filter.custom_role_id)
  if (filter.ids !== undefined) query = query.where(sql<SqlBool>`users.id = any(${filter.ids}::bigint[])`)
  const externalIds = filter.external_ids ?? (filter.external_id === undefined ? undefined : [filter.external_id])
  if (externalIds !== undefined) query = query.where(knownAs(ctx, externalIds, filter.deleted))
  const belongs = belongsToSql(ctx, filter)
  if (belongs !== undefined) query = query.where(belongs)
  const scope = userScope(ctx)
  if (scope !== null) query = query.where(scope)
  return filter.found === undefined ? query : query.where(filter.found ?? sql<SqlBool>`false`)
}

/**
 * An array subquery, which is evaluated first: for a list ordered by id the planner would otherwise scan all users instead of using the
 * index.
 */
function knownAs(ctx: Context, externalIds: readonly string[], deleted: UserFilter['deleted']) {
  const lower = externalIds.map((id) => id.toLowerCase())
  const living = deleted === undefined ? sql` and e.active` : sql``
  return sql<SqlBool>`users.id = any(array(select e.id from users e where e.account_id = ${ctx.account.id} and lower(e.external_id) = any(${lower}::text[])${living}))`
}

function belongsToSql(ctx: Context, filter: UserFilter) {
  const { organization_id, group_id, assignable } = filter
  const inGroup = sql`select 1 from group_memberships m where m.account_id = ${ctx.account.id} and m.user_id = users.id`
  if (organization_id !== undefined)
    return sql<SqlBool>`exists (select 1 from organization_memberships m where m.account_id = ${ctx.account.id} and m.user_id = users.id and m.organization_id = ${organization_id})`
  if (group_id !== undefined) return sql<SqlBool>`exists (${inGroup} and m.group_id = ${group_id})`
  return assignable === true ? sql<SqlBool>`users.role <> 'end-user' and exists (${inGroup})` : undefined
}

/** A page of users the caller may see. */
export function listUsers(ctx: Context, filter: UserFilter, paging: Paging): Promise<Page<UserRow>> {
  return readPage<UserRow>(ctx, select(ctx, filter), paging)
}

/** How many users a list holds. */
export function countUsers(ctx: Context, filter: UserFilter): Promise<number> {
  return countRows(ctx, select(ctx, filter))
}

/** The users of a filter that the caller can see, unpaged: for at most 100 ids or external ids. */
export async function findListed(ctx: Context, filter: UserFilter): Promise<UserRow[]> {
  return ctx.db.all(select(ctx, filter).orderBy('id'))
}

/** Those of these users that the caller can see, including deleted ones; unknown ids are left out. */
export async function findVisibleUsers(ctx: Context, ids: readonly number[]): Promise<UserRow[]> {
  return ids.length === 0 ? [] : findListed(ctx, { ids, deleted: 'too' })
}

/** The user if the caller can see them: active or deleted, or only if deleted. @throws NotFound */
export async function getVisibleUser(ctx: Context, id: number, deleted: 'too' | 'only' = 'too'): Promise<UserRow> {
  return orNotFound(await ctx.db.first(select(ctx, { deleted }).where('id', '=', id)))
}

/**
 * The user if the caller can see them, locked until the transaction ends (deleted ones only on request). Statements that only reference the
 * row do not wait.
 * @throws NotFound
 */
export async function lockVisibleUser(ctx: Context, id: number, filter: Pick<UserFilter, 'deleted'> = {}): Promise<UserRow> {
  return orNotFound(await ctx.db.first(select(ctx, filter).where('id', '=', id).forNoKeyUpdate()))
}
