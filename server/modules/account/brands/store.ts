/** Every statement on brands. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { BrandsTable } from '#db/tables.ts'
import { configurationTopic } from '#db/topics.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { PictureSummary } from '#modules/common/attachments/present.ts'

/** A brand. `ticket_form_ids`: the active forms it offers. */
export type BrandRow = Omit<Selectable<BrandsTable>, 'account_id' | 'logo'> & {
  readonly ticket_form_ids: readonly number[]
  readonly logo: PictureSummary | null
}

/** The members of a brand that can be written. */
export type BrandDraft = Pick<BrandRow, 'name' | 'subdomain' | 'host_mapping' | 'active' | 'default' | 'signature_template'>

const COLUMNS = [
  'id',
  'key',
  'name',
  'subdomain',
  'host_mapping',
  'active',
  'default',
  'is_deleted',
  'signature_template',
  'logo',
  'created_at',
  'updated_at',
] as const

/** The sort orders of brands. @source docs/reference/account.md §1 */
export const BRAND_SORTING: Sorting = {
  fallback: [
    { key: 'name', column: 'name', kind: 'text' },
    { key: 'id', column: 'id', kind: 'number' },
  ],
  cursor: { id: [{ key: 'id', column: 'id', kind: 'number' }] },
}

const insert = defineStatement<{
  id: number
}>(`insert into brands (account_id, key, name, subdomain, host_mapping, active, "default", signature_template, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, false, $7, $8, $8) returning id`)
const findClash = defineStatement<{ id: number }>(
  'select id from brands where account_id = $1 and lower(subdomain) = lower($2) and not is_deleted and id <> $3 limit 1',
)
const clearDefault = defineStatement<unknown>(
  'update brands set "default" = false, updated_at = $3 where account_id = $1 and "default" and id <> $2',
)
const setLogo = defineStatement<unknown>('update brands set logo = $3, updated_at = $4 where account_id = $1 and id = $2')
const setDefault = defineStatement<unknown>('update brands set "default" = true where account_id = $1 and id = $2')

function select(ctx: Context) {
  const forms = sql<
    number[]
  >`array(select f.id from ticket_forms f where f.account_id = ${ctx.account.id} and f.active and f.deleted_at is null and (f.in_all_brands or f.restricted_brand_ids @> array[brands.id]) order by f.position, f.id)`
  return q
    .selectFrom('brands')
    .select(COLUMNS)
    .select(forms.as('ticket_form_ids'))
    .where('account_id', '=', ctx.account.id)
    .$castTo<BrandRow>()
}

/** A page of brands. */
export function listBrands(ctx: Context, withDeleted: boolean, paging: Paging): Promise<Page<BrandRow>> {
  const all = select(ctx)
  return readPage<BrandRow>(ctx, withDeleted ? all : all.where('is_deleted', '=', false), paging)
}

/** Every brand of the account, including deleted ones. Cached. */
export async function allBrands(ctx: Context): Promise<readonly BrandRow[]> {
  const load = () => ctx.services.database.all<BrandRow>(select(ctx).orderBy('id'))
  return ctx.services.cache.load(configurationTopic(ctx.account.id), 'brands', load)
}

/** The ids of the brands that are not deleted. Cached. */
export async function liveBrandIds(ctx: Context): Promise<number[]> {
  return (await allBrands(ctx)).filter((brand) => !brand.is_deleted).map(({ id }) => id)
}

/** The brands with these ids, including deleted ones; unknown ids are left out. Cached. */
export async function findBrands(ctx: Context, ids: readonly number[]): Promise<BrandRow[]> {
  return (await allBrands(ctx)).filter((brand) => ids.includes(brand.id))
}

/** The brand of tickets that name no other. Cached. */
export async function defaultBrand(ctx: Context): Promise<BrandRow> {
  const found = (await allBrands(ctx)).find((brand) => brand.default)
  if (found === undefined) throw new Error(`Account ${ctx.account.id} has no default brand`)
  return found
}

/** The brand, deleted or not, because tickets still refer to deleted ones. @throws NotFound */
export async function getBrand(ctx: Context, id: number): Promise<BrandRow> {
  return orNotFound(await ctx.db.first<BrandRow>(select(ctx).where('id', '=', id)))
}

/** The keys of all brands, including deleted ones. */
export async function brandKeys(ctx: Context): Promise<Set<string>> {
  const rows = await ctx.db.all(q.selectFrom('brands').select('key').where('account_id', '=', ctx.account.id))
  return new Set(rows.map((row) => row.key))
}

/** True when another brand that is not deleted has this subdomain. */
export async function isSubdomainTaken(ctx: Context, subdomain: string, exceptId: number): Promise<boolean> {
  return (await ctx.db.first(findClash(ctx.account.id, subdomain, exceptId))) !== undefined
}

/** Inserts a brand, which is not the default, and returns its id. */
export async function insertBrand(ctx: Context, brand: BrandDraft & { key: string }): Promise<number> {
  const { key, name, subdomain, host_mapping, active, signature_template } = brand
  return (await ctx.db.one(insert(ctx.account.id, key, name, subdomain, host_mapping, active, signature_template, ctx.now))).id
}

/** Updates members of a brand. */
export async function updateBrand(
  ctx: Context,
  id: number,
  change: Partial<Omit<BrandDraft, 'default'>> & { is_deleted?: boolean },
): Promise<void> {
  await ctx.db.run(
    q
      .updateTable('brands')
      .set({ ...change, updated_at: ctx.now })
      .where('account_id', '=', ctx.account.id)
      .where('id', '=', id),
  )
}

/** Updates the summary of a brand's logo in its row. */
export async function updateLogo(ctx: Context, id: number, logo: PictureSummary | null): Promise<void> {
  await ctx.db.run(setLogo(ctx.account.id, id, logo === null ? null : toJson(logo), ctx.now))
}

/** Makes the brand the default one. */
export async function updateDefaultBrand(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(clearDefault(ctx.account.id, id, ctx.now))
  await ctx.db.run(setDefault(ctx.account.id, id))
}
