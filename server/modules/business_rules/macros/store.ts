/** Every statement on macros. Those on their files are in attachment_store.ts. */
import { type Selectable, sql } from 'kysely'
import { can } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { MacrosTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { type Page, type Paging, readPage } from '#http/paging.ts'
import { addSeconds } from '#lib/clock.ts'
import { keyFrom, freeKey } from '#lib/key.ts'
import type { Action } from '#rules/actions.ts'
import type { Usage } from '../rules/present.ts'
import type { Restriction } from '../rules/restriction.ts'
import { isForSql } from '../rules/restriction_store.ts'
import { SINCE_COLUMN, type UsagePeriod, USAGE_SECONDS } from '../rules/usage.ts'
import { insertRow, updateRow } from '#db/columns.ts'

export type MacroRow = Omit<Selectable<MacrosTable>, 'account_id' | 'actions'> & { readonly actions: readonly Action[] }

/** The members of a macro that can be written, besides its files. */
export type MacroDraft = Pick<MacroRow, 'title' | 'active' | 'position' | 'description' | 'actions'> & Restriction

/** Whose macros a list has. @source docs/reference/business_rules.md §5.4 */
export const ACCESSES = ['personal', 'shared', 'account', 'agents'] as const
export type Access = (typeof ACCESSES)[number]

/** The filters of a list of macros; all must match. `query`: a part of the title, in any case. */
export interface MacroFilter {
  readonly access?: Access | undefined
  readonly active?: boolean | undefined
  readonly category?: string | undefined
  readonly group_id?: number | undefined
  readonly only_viewable?: boolean | undefined
  readonly query?: string
}

const WRITTEN = ['title', 'active', 'position', 'description', 'actions', 'group_ids', 'owner_id', 'updated_at'] as const
const COLUMNS = ['id', 'key', 'default', ...WRITTEN, 'created_at'] as const
const LISTED = COLUMNS.map((name) => `"${name}"`).join(', ')

const byIds = defineStatement<MacroRow>(`select ${LISTED} from macros where account_id = $1 and id = any($2::bigint[]) order by id`)
const lockByIds = defineStatement<MacroRow>(
  `select ${LISTED} from macros where account_id = $1 and id = any($2::bigint[]) order by id for update`,
)
const keysLike = defineStatement<{ key: string }>(`select key from macros where account_id = $1 and starts_with(key, $2)`)
const selectLastPosition = defineStatement<{ position: number }>(
  'select coalesce(max(position), 0) as position from macros where account_id = $1',
)
const insert = insertRow<MacroRow>()('macros', ['account_id', 'key', ...WRITTEN, 'created_at'], COLUMNS)
const update = updateRow<MacroRow>()('macros', WRITTEN, COLUMNS)
const remove = defineStatement<unknown>('delete from macros where account_id = $1 and id = any($2::bigint[])')
const countUsage = defineStatement<Usage & { id: number }>(`select macro_id as id,
    count(*) filter (where used_at > $3) as usage_1h, count(*) filter (where used_at > $4) as usage_24h,
    count(*) filter (where used_at > $5) as usage_7d, count(*) as usage_30d
  from macro_uses where account_id = $1 and macro_id = any($2::bigint[]) and used_at > $6 group by macro_id`)

/** The macros the caller sees: the same as `isVisible` of access.ts. */
function isVisibleSql(ctx: Context) {
  if (ctx.actor.role === 'admin' || can(ctx, 'macro.manage')) return sql<boolean>`(owner_id is null or owner_id = ${ctx.actor.id}::bigint)`
  return isForSql(ctx)
}

function isAccessibleSql(ctx: Context, access: Access | undefined) {
  const own = sql<boolean>`(owner_id is not null and owner_id = ${ctx.actor.id}::bigint)`
  if (access === 'personal') return own
  // only administrators ask for those of others: see list.ts
  if (access === 'agents') return sql<boolean>`(owner_id is not null and owner_id <> ${ctx.actor.id}::bigint)`
  if (access === 'shared') return sql<boolean>`(owner_id is null and ${isVisibleSql(ctx)})`
  return access === 'account' ? sql<boolean>`(owner_id is null and group_ids is null)` : isVisibleSql(ctx)
}

function select(ctx: Context, filter: MacroFilter, since: Date | null) {
  const { access, active, category, group_id, only_viewable, query } = filter
  const uses = sql<number>`(select count(*) from macro_uses u where u.account_id = ${ctx.account.id} and u.macro_id = m.id and u.used_at > ${since})`
  const source = q
    .selectFrom('macros as m')
    .selectAll('m')
    .$if(since !== null, (some) => some.select(uses.as(SINCE_COLUMN)))
    .where('m.account_id', '=', ctx.account.id)
    .as('macros')
  let found = q.selectFrom(source).selectAll().where(isAccessibleSql(ctx, access))
  if (only_viewable === true) found = found.where(isForSql(ctx))
  if (active !== undefined) found = found.where('active', '=', active)
  if (category !== undefined) found = found.where(sql<boolean>`starts_with(title, ${`${category}::`}::text)`)
  if (group_id !== undefined) found = found.where(sql<boolean>`(group_ids is not null and ${group_id}::bigint = any(group_ids))`)
  if (query !== undefined) found = found.where(sql<boolean>`strpos(lower(title), lower(${query}::text)) > 0`)
  return found.$castTo<MacroRow>()
}

/** A page of macros. `period`: the one by whose uses they are sorted, if they are. */
export function listMacros(ctx: Context, filter: MacroFilter, paging: Paging, period: UsagePeriod | null): Promise<Page<MacroRow>> {
  return readPage(ctx, select(ctx, filter, period === null ? null : addSeconds(ctx.now, -USAGE_SECONDS[period])), paging)
}

/** The categories of the active macros the caller may use: what stands before `::` in their titles. */
export async function listCategories(ctx: Context): Promise<string[]> {
  const category = sql<string>`split_part(title, '::', 1)`
  const rows = await ctx.db.all(
    q
      .selectFrom('macros')
      .select(category.as('category'))
      .distinct()
      .where('account_id', '=', ctx.account.id)
      .where('active', '=', true)
      .where(sql<boolean>`strpos(title, '::') > 1`)
      .where(isForSql(ctx))
      .orderBy('category'),
  )
  return rows.map((row) => row.category)
}

/** The macros with these ids, without any check of access. */
export function findMacros(ctx: Context, ids: readonly number[]): Promise<MacroRow[]> {
  return ctx.db.all(byIds(ctx.account.id, ids))
}

/** The same, locked until the transaction ends. */
export function lockMacros(tx: Context, ids: readonly number[]): Promise<MacroRow[]> {
  return tx.db.all(lockByIds(tx.account.id, ids))
}

/** The highest position of a macro; 0 without any. */
export function lastPosition(tx: Context): Promise<{ position: number }> {
  return tx.db.one(selectLastPosition(tx.account.id))
}

const toColumns = (tx: Context, draft: MacroDraft) => ({ ...draft, actions: toJson(draft.actions), updated_at: tx.now })

/** Writes a new macro, with a key that no other has. The rules of the account are locked. */
export async function insertMacro(tx: Context, draft: MacroDraft): Promise<MacroRow> {
  const wanted = keyFrom(draft.title)
  const taken = await tx.db.all(keysLike(tx.account.id, wanted))
  const key = freeKey(wanted, new Set(taken.map((row) => row.key)))
  return tx.db.one(insert({ account_id: tx.account.id, key, ...toColumns(tx, draft), created_at: tx.now }))
}

/** Writes the changed members of a macro. */
export function updateMacro(tx: Context, id: number, draft: MacroDraft): Promise<MacroRow> {
  return tx.db.one(update({ account_id: tx.account.id, id }, toColumns(tx, draft)))
}

/** Removes macros. Their files must have been removed before. */
export async function deleteMacros(tx: Context, ids: readonly number[]): Promise<void> {
  await tx.db.run(remove(tx.account.id, ids))
}

/** How often these macros were used; those that were not are missing. */
export async function usageOf(ctx: Context, ids: readonly number[]): Promise<ReadonlyMap<number, Usage>> {
  if (ids.length === 0) return new Map()
  const since = Object.values(USAGE_SECONDS).map((seconds) => addSeconds(ctx.now, -seconds))
  const rows = await ctx.db.all(countUsage(ctx.account.id, ids, ...since))
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
