/** Every statement on views as records. Not here: statements on their tickets (execute_store.ts, count_store.ts). */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { can } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import type { ViewsTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Conditions } from '#rules/condition.ts'
import { isForSql } from '../rules/restriction_store.ts'
import { RULE_SORTING } from '../rules/sorting.ts'
import type { Output } from './output.ts'
import { findStoredTitles } from './titles.ts'

export type ViewRow = Omit<Selectable<ViewsTable>, 'account_id' | 'conditions' | 'output' | 'group_ids'> & {
  readonly group_ids: readonly number[] | null
  readonly conditions: Conditions
  readonly output: Output
}

/** The members of a view that can be written. */
export type ViewDraft = Omit<ViewRow, 'id' | 'key' | 'default' | 'created_at' | 'updated_at' | 'output'> & {
  readonly output: Output<string>
}

/** The filters of a list of views. `query`: a part of the title as it is stored or shown, in any case. */
export interface ViewFilter {
  readonly access?: string | undefined
  readonly active?: boolean | undefined
  readonly group_id?: number | undefined
  readonly query?: string
  readonly ids?: readonly number[]
}

const WRITTEN = ['title', 'description', 'active', 'position', 'conditions', 'output', 'group_ids', 'owner_id', 'updated_at'] as const
const COLUMNS = ['id', 'key', 'default', ...WRITTEN, 'created_at'] as const
const LISTED = COLUMNS.map((name) => `"${name}"`).join(', ')

/** By position; cursor pages by the time of creation. @source docs/reference/conventions.md §3.3 */
export const VIEW_SORTING: Sorting = { ...RULE_SORTING, cursor_fallback: RULE_SORTING.offset?.created_at ?? RULE_SORTING.fallback }

const selectTakenKeys = defineStatement<{ keys: string[]; last: number }>(
  `select coalesce(array_agg(key), '{}') as keys, coalesce(max(position), 0) as last from views where account_id = $1`,
)
const insert = insertRow<ViewRow>()('views', ['account_id', 'key', ...WRITTEN, 'created_at'], COLUMNS)
const update = updateRow<ViewRow>()('views', WRITTEN, COLUMNS)
const remove = defineStatement<ViewRow>(`delete from views where account_id = $1 and id = any($2::bigint[]) returning ${LISTED}`)

/** True for the views the caller sees: those for them, and all shared ones for those who manage these. */
function isVisibleSql(ctx: Context): RawBuilder<boolean> {
  return can(ctx, 'view.manage') ? sql<boolean>`(owner_id is null or owner_id = ${ctx.actor.id}::bigint)` : isForSql(ctx)
}

const ACCESS: Readonly<Record<string, RawBuilder<boolean>>> = {
  personal: sql<boolean>`owner_id is not null`,
  shared: sql<boolean>`owner_id is null`,
  account: sql<boolean>`(owner_id is null and group_ids is null)`,
}

function select(ctx: Context, filter: ViewFilter) {
  let query = q.selectFrom('views').select(COLUMNS).where('account_id', '=', ctx.account.id).where(isVisibleSql(ctx))
  const { access, active, group_id, query: words, ids } = filter
  const chosen = access !== undefined && Object.hasOwn(ACCESS, access) ? ACCESS[access] : undefined
  if (chosen !== undefined) query = query.where(chosen)
  if (active !== undefined) query = query.where('active', '=', active)
  if (group_id !== undefined) query = query.where(sql<boolean>`(group_ids is not null and group_ids @> array[${group_id}::bigint])`)
  if (words !== undefined)
    query = query.where(sql<boolean>`(strpos(lower(title), lower(${words}::text)) > 0 or title = any(${findStoredTitles(words)}::text[]))`)
  if (ids !== undefined) query = query.where('id', 'in', ids)
  return query.$castTo<ViewRow>()
}

/** A page of the views the caller sees. */
export function listViews(ctx: Context, filter: ViewFilter, paging: Paging): Promise<Page<ViewRow>> {
  return readPage(ctx, select(ctx, filter), paging)
}

/** The first `most` views the caller sees, by position. */
export function firstViews(ctx: Context, filter: ViewFilter, most: number): Promise<ViewRow[]> {
  return ctx.db.all(select(ctx, filter).orderBy('position').orderBy('id').limit(most))
}

/** Those of these views that the caller sees. */
export async function findViews(ctx: Context, filter: ViewFilter & { readonly ids: readonly number[] }): Promise<ViewRow[]> {
  return filter.ids.length === 0 ? [] : ctx.db.all(select(ctx, filter).orderBy('position').orderBy('id'))
}

/** How many views the caller sees. */
export function countViews(ctx: Context): Promise<number> {
  return countRows(ctx, select(ctx, {}))
}

/** One view that the caller sees. @throws NotFound */
export async function getView(ctx: Context, id: number): Promise<ViewRow> {
  return orNotFound(await ctx.db.first(select(ctx, { ids: [id] })))
}

/** One view that the caller sees, locked until the transaction ends. @throws NotFound */
export async function lockView(ctx: Context, id: number): Promise<ViewRow> {
  return orNotFound(await ctx.db.first(select(ctx, { ids: [id] }).forUpdate()))
}

/** The keys that are taken and the last position. The caller has locked the rules of the account. */
export function findTaken(ctx: Context): Promise<{ keys: string[]; last: number }> {
  return ctx.db.one(selectTakenKeys(ctx.account.id))
}

const toColumns = (ctx: Context, draft: ViewDraft) => ({
  ...draft,
  conditions: toJson(draft.conditions),
  output: toJson(draft.output),
  updated_at: ctx.now,
})

/** Writes a new view. */
export function insertView(ctx: Context, key: string, draft: ViewDraft): Promise<ViewRow> {
  return ctx.db.one(insert({ account_id: ctx.account.id, key, ...toColumns(ctx, draft), created_at: ctx.now }))
}

/** Writes the changed members of a view. */
export function updateView(ctx: Context, id: number, draft: ViewDraft): Promise<ViewRow> {
  return ctx.db.one(update({ account_id: ctx.account.id, id }, toColumns(ctx, draft)))
}

/** Removes views; returns those that existed. */
export function deleteViews(ctx: Context, ids: readonly number[]): Promise<ViewRow[]> {
  return ctx.db.all(remove(ctx.account.id, ids))
}
