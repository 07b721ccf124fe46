/** Every statement on trigger categories, and the counts of the triggers in them. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { TriggerCategoriesTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type OrderColumn, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'

export type CategoryRow = Omit<Selectable<TriggerCategoriesTable>, 'account_id'>
/** How many triggers of a category are switched on, and how many are not. */
export interface RuleCounts {
  readonly active_count: number
  readonly inactive_count: number
}

const COLUMNS = ['id', 'name', 'position', 'created_at', 'updated_at'] as const
const LISTED = COLUMNS.join(', ')

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const orderBy = (name: string, kind: OrderColumn['kind']): readonly OrderColumn[] => [{ key: name, column: name, kind }, byId]
const ORDERS = {
  position: orderBy('position', 'number'),
  name: orderBy('name', 'text'),
  created_at: orderBy('created_at', 'moment'),
  updated_at: orderBy('updated_at', 'moment'),
}
/** A list without numbered pages, unless one is asked for. @source docs/reference/business_rules.md §2.5 */
export const CATEGORY_SORTING: Sorting = { fallback: ORDERS.position, cursor: ORDERS, offset: ORDERS }

const selectCategories = defineStatement<CategoryRow>(
  `select ${LISTED} from trigger_categories where account_id = $1 order by position, id`,
)
const insert = defineStatement<CategoryRow>(`insert into trigger_categories (account_id, name, position, created_at, updated_at)
  values ($1, $2, $3, $4, $4) returning ${LISTED}`)
// the order of triggers begins with the position of their category, which each of them has
const update =
  defineStatement<CategoryRow>(`with w as (select * from jsonb_to_recordset($3::jsonb) as w (id bigint, name text, position integer)),
  ordered as (
    update triggers t set category_position = w.position from w
    where t.account_id = $1 and t.category_id = w.id and t.category_position <> w.position)
  update trigger_categories c set name = w.name, position = w.position, updated_at = $2 from w
  where c.account_id = $1 and c.id = w.id returning ${COLUMNS.map((name) => `c.${name}`).join(', ')}`)
const removeEmpty = defineStatement<{ id: number }>(`delete from trigger_categories c where c.account_id = $1 and c.id = $2
  and not exists (select from triggers t where t.account_id = $1 and t.category_id = c.id) returning c.id`)
const countTriggers = defineStatement<RuleCounts & { category_id: number }>(`select category_id,
    count(*) filter (where active) as active_count, count(*) filter (where not active) as inactive_count
  from triggers where account_id = $1 and category_id = any($2::bigint[]) group by category_id`)

const select = (ctx: Context) =>
  q.selectFrom('trigger_categories').select(COLUMNS).where('account_id', '=', ctx.account.id).$castTo<CategoryRow>()

/** A page of categories. */
export function listCategories(ctx: Context, paging: Paging): Promise<Page<CategoryRow>> {
  return readPage(ctx, select(ctx), paging)
}

/** All categories, by position. */
export function allCategories(ctx: Context): Promise<CategoryRow[]> {
  return ctx.db.all(selectCategories(ctx.account.id))
}

/** @throws NotFound */
export async function getCategory(ctx: Context, id: number): Promise<CategoryRow> {
  return orNotFound(await ctx.db.first(select(ctx).where('id', '=', id)))
}

/** Writes a new category. */
export function insertCategory(ctx: Context, name: string, position: number): Promise<CategoryRow> {
  return ctx.db.one(insert(ctx.account.id, name, position, ctx.now))
}

/** Writes names and positions of categories, and the positions to their triggers. The caller has locked the rules. */
export function updateCategories(ctx: Context, rows: readonly Pick<CategoryRow, 'id' | 'name' | 'position'>[]): Promise<CategoryRow[]> {
  const wanted = rows.map(({ id, name, position }) => ({ id, name, position }))
  return ctx.db.all(update(ctx.account.id, ctx.now, toJson(wanted)))
}

/** Removes a category without triggers; false if it has some. */
export async function deleteEmptyCategory(ctx: Context, id: number): Promise<boolean> {
  return (await ctx.db.first(removeEmpty(ctx.account.id, id))) !== undefined
}

/** The counts of triggers by the id of their category; those without triggers are left out. */
export async function countRules(ctx: Context, ids: readonly number[]): Promise<ReadonlyMap<number, RuleCounts>> {
  const rows = await ctx.db.all(countTriggers(ctx.account.id, ids))
  return new Map(rows.map(({ category_id, active_count, inactive_count }) => [category_id, { active_count, inactive_count }]))
}
