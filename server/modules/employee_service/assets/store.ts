/** Every statement on assets. */
import { type RawBuilder, sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { AssetsTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { makeUlid } from '#lib/ulid.ts'
import type { ProfileValues } from '#modules/custom_data/custom_fields/values.ts'
import { wordsSql } from '#modules/custom_data/custom_object_records/store.ts'
import type { Filter } from '#modules/custom_data/custom_object_permissions/filter.ts'
import { filterSql } from '#modules/custom_data/custom_object_permissions/filter_store.ts'
import { assetWords } from '../asset_fields/asset_text.ts'

/** An asset as stored. */
export type AssetRow = Omit<
  Selectable<AssetsTable>,
  'account_id' | 'custom_field_values' | 'words' | 'created_by_user_id' | 'updated_by_user_id'
> & { readonly custom_field_values: ProfileValues }

/** The members of an asset that writes give. */
export type AssetDraft = Omit<AssetRow, 'id' | 'created_at' | 'updated_at'>

const byId = { key: 'id', column: 'id', kind: 'text' } as const
const byUpdate = { key: 'updated_at', column: 'updated_at', kind: 'moment' } as const
const byCreation = { key: 'created_at', column: 'created_at', kind: 'moment' } as const
const byName = { key: 'name', column: 'name', kind: 'text' } as const

/** Lists and search results in the order of creation, unless another is asked for. @source docs/reference/employee_service.md §1.1 */
export const ASSET_SORTING: Sorting = {
  fallback: [byId],
  only_cursor: true,
  cursor: { id: [byId], name: [byName, byId], created_at: [byCreation, byId], updated_at: [byUpdate, byId] },
}

const WRITTEN = [
  'name',
  'asset_type_id',
  'status_id',
  'location_id',
  'user_id',
  'organization_id',
  'external_id',
  'asset_tag',
  'serial_number',
  'manufacturer',
  'model',
  'vendor',
  'notes',
  'purchase_cost',
  'purchase_date',
  'warranty_expiration',
  'custom_field_values',
] as const
const places = (from: number) => WRITTEN.map((_name, index) => `$${index + from}`)

const insert = defineStatement<{ id: string }>(`insert into assets
    (account_id, id, words, created_by_user_id, updated_by_user_id, created_at, updated_at, ${WRITTEN.join(', ')})
  values ($1, $2, ${wordsSql('$3', '$4')}, $5, $5, $6, $6, ${places(7).join(', ')})
  on conflict (account_id, external_id) where external_id is not null do nothing returning id`)
const update =
  defineStatement<unknown>(`update assets set words = ${wordsSql('$3', '$4')}, updated_by_user_id = $5, updated_at = $6, (${WRITTEN.join(', ')}) = row(${places(7).join(', ')})
  where account_id = $1 and id = $2`)
const remove = defineStatement<unknown>('delete from assets where account_id = $1 and id = $2')
const selectHolder = defineStatement<{ id: string }>('select id from assets where account_id = $1 and external_id = $2')
const count = defineStatement<{ total: number }>('select count(*) as total from assets where account_id = $1')

/** The organization, unless it is gone: assets keep the id of one that was removed. */
const organization = (accountId: number): RawBuilder<number | null> =>
  sql<number | null>`(select o.id from organizations o where o.account_id = ${accountId} and o.id = assets.organization_id)`

function select(ctx: Context) {
  return q
    .selectFrom('assets')
    .select(['id', ...WRITTEN.filter((name) => name !== 'organization_id'), 'created_at', 'updated_at'])
    .select(organization(ctx.account.id).as('organization_id'))
    .where('account_id', '=', ctx.account.id)
    .$castTo<AssetRow>()
}

/** Filters of a list of assets. `words` is a tsquery; an empty one finds nothing. */
export interface AssetFilter {
  readonly ids?: readonly string[] | undefined
  readonly external_ids?: readonly string[] | undefined
  readonly words?: string | undefined
  readonly filter?: Filter | undefined
}

/** A page of the assets that match a filter. */
export function listAssets(ctx: Context, { ids, external_ids, words, filter }: AssetFilter, paging: Paging): Promise<Page<AssetRow>> {
  let query = select(ctx)
  if (ids !== undefined) query = query.where('id', 'in', [...ids, ''])
  if (external_ids !== undefined) query = query.where('external_id', 'in', [...external_ids, ''])
  if (words !== undefined) query = query.where(sql<boolean>`words @@ to_tsquery('simple', ${words}::text)`)
  if (filter !== undefined) query = query.where(filterSql(filter, { table: 'assets', values: 'custom_field_values' }))
  return readPage(ctx, query, paging)
}

/** The asset, if there is one with this id. */
export function findAsset(ctx: Context, id: string): Promise<AssetRow | undefined> {
  return ctx.db.first(select(ctx).where('id', '=', id))
}

/** The id of the asset with this external id. */
export async function findByExternalId(ctx: Context, externalId: string): Promise<string | undefined> {
  return (await ctx.db.first(selectHolder(ctx.account.id, externalId)))?.id
}

/** How many assets there are. */
export async function countAssets(ctx: Context): Promise<number> {
  return (await ctx.db.one(count(ctx.account.id))).total
}

function values(ctx: Context, id: string, draft: AssetDraft): unknown[] {
  const { name, rest } = assetWords(draft)
  const given = WRITTEN.map((member) => (member === 'custom_field_values' ? toJson(draft[member]) : draft[member]))
  return [ctx.account.id, id, name, rest, ctx.actor.id, ctx.now, ...given]
}

/** Writes a new asset and returns its id; undefined if another has its external id. */
export async function insertAsset(ctx: Context, draft: AssetDraft): Promise<string | undefined> {
  return (await ctx.db.first(insert(...values(ctx, makeUlid(ctx.now), draft))))?.id
}

/** Writes a changed asset. The caller has checked its external id under the lock of the account. */
export async function updateAsset(ctx: Context, id: string, draft: AssetDraft): Promise<void> {
  await ctx.db.run(update(...values(ctx, id, draft)))
}

/** Removes an asset. */
export async function deleteAsset(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
