/** Every statement on the locations of assets. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import type { AssetLocationsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { makeUlid } from '#lib/ulid.ts'

export type AssetLocationRow = Omit<Selectable<AssetLocationsTable>, 'account_id'>
export type AssetLocationDraft = Pick<AssetLocationRow, 'name' | 'external_id'>

const WRITTEN = ['name', 'external_id', 'updated_at'] as const
const COLUMNS = ['id', ...WRITTEN, 'created_at'] as const
const byId = { key: 'id', column: 'id', kind: 'text' } as const

/** Locations are listed in the order of their creation. */
export const ASSET_LOCATION_SORTING: Sorting = { fallback: [byId], only_cursor: true, cursor: { id: [byId] } }

const insert = insertRow<AssetLocationRow>()('asset_locations', ['account_id', 'id', ...WRITTEN, 'created_at'], COLUMNS)
const update = updateRow<AssetLocationRow>()('asset_locations', WRITTEN, COLUMNS)
const count = defineStatement<{ total: number }>('select count(*) as total from asset_locations where account_id = $1')
const selectSameName = defineStatement<{ id: string }>(
  'select id from asset_locations where account_id = $1 and lower(name) = lower($2) order by id limit 1',
)
const leave = defineStatement<unknown>('update assets set location_id = null, updated_at = $3 where account_id = $1 and location_id = $2')
const remove = defineStatement<unknown>('delete from asset_locations where account_id = $1 and id = $2')

const select = (ctx: Context) => q.selectFrom('asset_locations').select(COLUMNS).where('account_id', '=', ctx.account.id)

/** A page of the locations. */
export function listAssetLocations(ctx: Context, paging: Paging): Promise<Page<AssetLocationRow>> {
  return readPage<AssetLocationRow>(ctx, select(ctx), paging)
}

/** The location, if there is one with this id. */
export function findAssetLocation(ctx: Context, id: string): Promise<AssetLocationRow | undefined> {
  return ctx.db.first(select(ctx).where('id', '=', id))
}

/** @throws NotFound */
export async function getAssetLocation(ctx: Context, id: string): Promise<AssetLocationRow> {
  return orNotFound(await findAssetLocation(ctx, id))
}

/** The id of the oldest location with this name, ignoring case. */
export async function findLocationNamed(ctx: Context, name: string): Promise<string | undefined> {
  return (await ctx.db.first(selectSameName(ctx.account.id, name)))?.id
}

/** How many locations there are. */
export async function countAssetLocations(ctx: Context): Promise<number> {
  return (await ctx.db.one(count(ctx.account.id))).total
}

/** Writes a new location. */
export function insertAssetLocation(ctx: Context, draft: AssetLocationDraft): Promise<AssetLocationRow> {
  const made = { account_id: ctx.account.id, id: makeUlid(ctx.now), created_at: ctx.now, updated_at: ctx.now }
  return ctx.db.one(insert({ ...made, ...draft }))
}

/** Writes a changed location. */
export function updateAssetLocation(ctx: Context, id: string, draft: AssetLocationDraft): Promise<AssetLocationRow> {
  return ctx.db.one(update({ account_id: ctx.account.id, id }, { ...draft, updated_at: ctx.now }))
}

/** Removes a location; the assets there have none from then on. */
export async function deleteAssetLocation(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(leave(ctx.account.id, id, ctx.now))
  await ctx.db.run(remove(ctx.account.id, id))
}
