/** Every statement on types of assets. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import type { AssetTypesTable } from '#db/tables.ts'
import { configurationTopic } from '#db/topics.ts'
import { orNotFound } from '#core/errors.ts'
import { makeUlid } from '#lib/ulid.ts'

/** A type with the keys of its own custom fields. */
export type AssetTypeRow = Omit<Selectable<AssetTypesTable>, 'account_id' | 'number'> & { readonly field_keys: readonly string[] }

/** The members of a type that writes give. */
export type AssetTypeDraft = Pick<AssetTypeRow, 'name' | 'description' | 'external_id' | 'parent_id' | 'hierarchy_depth'>

const WRITTEN = ['name', 'description', 'external_id', 'updated_by_user_id', 'updated_at'] as const
const CREATED = ['id', 'parent_id', 'hierarchy_depth', 'created_by_user_id', 'created_at'] as const
const COLUMNS = [...WRITTEN, ...CREATED, 'is_standard'].map((name) => `t.${name}`)

const selectTypes = defineStatement<AssetTypeRow>(`select ${COLUMNS.join(', ')},
    array(select f.key from asset_fields f where f.account_id = $1 and f.asset_type_id = t.id order by f.position, f.id) as field_keys
  from asset_types t where t.account_id = $1 order by t.number`)
const insert = insertRow<{ id: string }>()('asset_types', ['account_id', ...CREATED, ...WRITTEN], ['id'])
const update = updateRow<{ id: string }>()('asset_types', WRITTEN, ['id'])
const remove = defineStatement<unknown>('delete from asset_types where account_id = $1 and id = $2')
const removeFields = defineStatement<unknown>('delete from asset_fields where account_id = $1 and asset_type_id = $2')
const countAssets = defineStatement<{ total: number }>('select count(*) as total from assets where account_id = $1 and asset_type_id = $2')

/** All types in the order of their creation, cached. */
export async function assetTypes(ctx: Context): Promise<readonly AssetTypeRow[]> {
  const load = () => ctx.services.database.all(selectTypes(ctx.account.id))
  return ctx.services.cache.load(configurationTopic(ctx.account.id), 'asset_types', load)
}

/** All types, not cached: for acts. */
export function readAssetTypes(ctx: Context): Promise<AssetTypeRow[]> {
  return ctx.db.all(selectTypes(ctx.account.id))
}

/** The one of these types with this id. @throws NotFound */
export function typeWithId(types: readonly AssetTypeRow[], id: string): AssetTypeRow {
  return orNotFound(types.find((type) => type.id === id))
}

const changedMembers = (ctx: Context, { name, description, external_id }: AssetTypeDraft) => ({
  name,
  description,
  external_id,
  updated_by_user_id: ctx.actor.id,
  updated_at: ctx.now,
})

/** The type as it is now, not cached. */
const readBack = async (ctx: Context, { id }: { id: string }) => typeWithId(await readAssetTypes(ctx), id)

/** Writes a new type. */
export async function insertAssetType(ctx: Context, draft: AssetTypeDraft): Promise<AssetTypeRow> {
  const { parent_id, hierarchy_depth } = draft
  const made = { id: makeUlid(ctx.now), parent_id, hierarchy_depth, created_by_user_id: ctx.actor.id, created_at: ctx.now }
  return readBack(ctx, await ctx.db.one(insert({ account_id: ctx.account.id, ...made, ...changedMembers(ctx, draft) })))
}

/** Writes a changed type; its place in the tree stays. */
export async function updateAssetType(ctx: Context, id: string, draft: AssetTypeDraft): Promise<AssetTypeRow> {
  return readBack(ctx, await ctx.db.one(update({ account_id: ctx.account.id, id }, changedMembers(ctx, draft))))
}

/** Removes a type without assets and its fields. */
export async function deleteAssetType(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(removeFields(ctx.account.id, id))
  await ctx.db.run(remove(ctx.account.id, id))
}

/** How many assets are of exactly this type. */
export async function countAssetsOfType(ctx: Context, id: string): Promise<number> {
  return (await ctx.db.one(countAssets(ctx.account.id, id))).total
}
