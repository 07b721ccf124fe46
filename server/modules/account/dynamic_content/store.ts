/** Every statement on dynamic content: items, and their variants. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { DynamicContentItemsTable, DynamicContentVariantsTable } from '#db/tables.ts'
import { configurationTopic } from '#db/topics.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { ensureDefined } from '#lib/defined.ts'

export type ItemRow = Omit<Selectable<DynamicContentItemsTable>, 'account_id'>
export type VariantRow = Omit<Selectable<DynamicContentVariantsTable>, 'account_id'>
/** The members of a variant that can be written. */
export type VariantDraft = Pick<VariantRow, 'locale_id' | 'content' | 'active' | 'default'>

/** An item with its variants, the oldest first. */
export interface WholeItem {
  readonly item: ItemRow
  readonly variants: readonly VariantRow[]
}

const ITEM = ['id', 'key', 'name', 'default_locale_id', 'created_at', 'updated_at'] as const
const VARIANT = ['id', 'item_id', 'locale_id', 'content', 'active', 'default', 'created_at', 'updated_at'] as const
const VARIANT_LIST = VARIANT.map((name) => `"${name}"`).join(', ')
const byId = { key: 'id', column: 'id', kind: 'number' } as const

/** The sort orders of items and of variants. */
export const BY_ID: Sorting = { fallback: [byId], cursor: { id: [byId] }, offset: { id: [byId] } }

const insertOne = defineStatement<{ id: number }>(
  'insert into dynamic_content_items (account_id, key, name, default_locale_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) returning id',
)
const updateOne = defineStatement<unknown>(
  'update dynamic_content_items set name = $3, default_locale_id = $4, updated_at = $5 where account_id = $1 and id = $2',
)
const removeOne = defineStatement<unknown>('delete from dynamic_content_items where account_id = $1 and id = $2')
const variantsOf = defineStatement<VariantRow>(
  `select ${VARIANT_LIST} from dynamic_content_variants where account_id = $1 and item_id = any($2::bigint[]) order by item_id, id`,
)
const insertMany =
  defineStatement<unknown>(`insert into dynamic_content_variants (account_id, item_id, locale_id, content, active, "default", created_at, updated_at)
  select $1, $2, v.locale_id, v.content, v.active, v."default", $4, $4
  from jsonb_to_recordset($3::jsonb) as v(locale_id integer, content text, active boolean, "default" boolean)`)
const negateLocales = defineStatement<unknown>(
  'update dynamic_content_variants set locale_id = -locale_id where account_id = $1 and id = any($2)',
)
const updateMany =
  defineStatement<unknown>(`update dynamic_content_variants d set locale_id = v.locale_id, content = v.content, active = v.active, "default" = v."default", updated_at = $3
  from jsonb_to_recordset($2::jsonb) as v(id bigint, locale_id integer, content text, active boolean, "default" boolean)
  where d.account_id = $1 and d.id = v.id`)
const removeVariant = defineStatement<unknown>('delete from dynamic_content_variants where account_id = $1 and id = $2')
const everyVariant = defineStatement<Pick<VariantRow, 'locale_id' | 'content' | 'default'> & { key: string }>(
  `select i.key, v.locale_id, v.content, v."default" from dynamic_content_items i
  join dynamic_content_variants v on v.account_id = $1 and v.item_id = i.id and v.active where i.account_id = $1`,
)

const select = (ctx: Context) => q.selectFrom('dynamic_content_items').select(ITEM).where('account_id', '=', ctx.account.id)

/** A page of items, without their variants. */
export function listItems(ctx: Context, paging: Paging): Promise<Page<ItemRow>> {
  return readPage<ItemRow>(ctx, select(ctx), paging)
}

/** The items with one of these keys or ids; unknown ones are left out. */
export function findItems(ctx: Context, keys: readonly string[], ids: readonly number[]): Promise<ItemRow[]> {
  return ctx.db.all(
    select(ctx)
      .where((eb) => eb.or([eb('key', 'in', [...keys, '']), eb('id', 'in', [...ids, 0])]))
      .orderBy('id'),
  )
}

/** The items with their variants, in one more query. */
export async function withVariants(ctx: Context, items: readonly ItemRow[]): Promise<WholeItem[]> {
  const ids = items.map((item) => item.id)
  const rows = ids.length === 0 ? [] : await ctx.db.all(variantsOf(ctx.account.id, ids))
  const byItem = Map.groupBy(rows, (row) => row.item_id)
  return items.map((item) => ({ item, variants: byItem.get(item.id) ?? [] }))
}

/** One item with its variants. @throws NotFound */
export async function getItem(ctx: Context, id: number): Promise<WholeItem> {
  const item = orNotFound(await ctx.db.first<ItemRow>(select(ctx).where('id', '=', id)))
  return { item, variants: await ctx.db.all(variantsOf(ctx.account.id, [id])) }
}

/** A page of the variants of one item. */
export function listVariants(ctx: Context, itemId: number, paging: Paging): Promise<Page<VariantRow>> {
  const query = q
    .selectFrom('dynamic_content_variants')
    .select(VARIANT)
    .where('account_id', '=', ctx.account.id)
    .where('item_id', '=', itemId)
  return readPage<VariantRow>(ctx, query, paging)
}

/** Names and keys of all items of the account. */
export function itemNames(ctx: Context): Promise<{ id: number; name: string; key: string }[]> {
  return ctx.db.all(q.selectFrom('dynamic_content_items').select(['id', 'name', 'key']).where('account_id', '=', ctx.account.id))
}

/** Inserts an item without variants and returns its id. */
export async function insertItem(ctx: Context, item: Pick<ItemRow, 'key' | 'name' | 'default_locale_id'>): Promise<number> {
  const row = await ctx.db.first(insertOne(ctx.account.id, item.key, item.name, item.default_locale_id, ctx.now))
  return ensureDefined(row).id
}

/** Updates an item's name and default locale. */
export async function updateItem(ctx: Context, item: Pick<ItemRow, 'id' | 'name' | 'default_locale_id'>): Promise<void> {
  await ctx.db.run(updateOne(ctx.account.id, item.id, item.name, item.default_locale_id, ctx.now))
}

/** Removes an item with its variants. */
export async function deleteItem(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(removeOne(ctx.account.id, id))
}

/** Inserts variants of an item. */
export async function insertVariants(ctx: Context, itemId: number, variants: readonly VariantDraft[]): Promise<void> {
  await ctx.db.run(insertMany(ctx.account.id, itemId, JSON.stringify(variants), ctx.now))
}

/** Updates variants. They may swap locales, so all locale ids are negated first to avoid conflicts of the unique index. */
export async function updateVariants(ctx: Context, variants: readonly (VariantDraft & { id: number })[]): Promise<void> {
  const ids = variants.map((variant) => variant.id)
  await ctx.db.run(negateLocales(ctx.account.id, ids))
  await ctx.db.run(updateMany(ctx.account.id, JSON.stringify(variants), ctx.now))
}

/** Removes one variant. */
export async function deleteVariant(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(removeVariant(ctx.account.id, id))
}

/** The texts of all placeholders of the account: key → locale id → text; the default text has the id 0. Cached. */
export async function allTexts(ctx: Context): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const load = async () => {
    const texts = new Map<string, Map<number, string>>()
    for (const { key, locale_id, content, default: isDefault } of await ctx.services.database.all(everyVariant(ctx.account.id))) {
      const known = texts.get(key) ?? new Map<number, string>()
      texts.set(key, known.set(locale_id, content))
      if (isDefault) known.set(0, content)
    }
    return texts
  }
  return ctx.services.cache.load(configurationTopic(ctx.account.id), 'dynamic_content', load)
}
