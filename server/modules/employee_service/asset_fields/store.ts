/** Every statement on the custom fields of assets. Their values: rewrite_store.ts. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { insertRow, updateRow } from '#db/columns.ts'
import type { AssetFieldsTable } from '#db/tables.ts'
import { configurationTopic } from '#db/topics.ts'
import { toJson } from '#db/types.ts'
import type { FieldOption } from '#modules/custom_data/custom_fields/options.ts'

/** A custom field as stored. */
export interface AssetFieldRow extends Omit<Selectable<AssetFieldsTable>, 'account_id' | 'options' | 'relationship_filter'> {
  readonly options: readonly FieldOption[]
  readonly relationship_filter: Readonly<Record<string, unknown>> | null
}

/** The members of a field that writes give. */
export type AssetFieldDraft = Omit<AssetFieldRow, 'id' | 'asset_type_id' | 'created_at' | 'updated_at'>

const WRITTEN = [
  'title',
  'description',
  'position',
  'active',
  'required',
  'regexp_for_validation',
  'tag',
  'options',
  'relationship_filter',
  'updated_at',
] as const
const CREATED = ['asset_type_id', 'key', 'type', 'relationship_target_type', 'created_at'] as const
const COLUMNS = ['id', ...CREATED, ...WRITTEN] as const

const selectFields = defineStatement<AssetFieldRow>(
  `select ${COLUMNS.join(', ')} from asset_fields where account_id = $1 order by position, id`,
)
const insert = insertRow<AssetFieldRow>()('asset_fields', ['account_id', ...CREATED, ...WRITTEN], COLUMNS)
const update = updateRow<AssetFieldRow>()('asset_fields', WRITTEN, COLUMNS)
const remove = defineStatement<unknown>('delete from asset_fields where account_id = $1 and id = $2')

/** The custom fields of all types by position, cached. */
export async function assetFields(ctx: Context): Promise<readonly AssetFieldRow[]> {
  const load = () => ctx.services.database.all(selectFields(ctx.account.id))
  return ctx.services.cache.load(configurationTopic(ctx.account.id), 'asset_fields', load)
}

/** The custom fields of all types by position, not cached: for acts. */
export function readAssetFields(ctx: Context): Promise<AssetFieldRow[]> {
  return ctx.db.all(selectFields(ctx.account.id))
}

function changedMembers(ctx: Context, draft: AssetFieldDraft) {
  const { title, description, position, active, required, regexp_for_validation, tag, options, relationship_filter } = draft
  const rest = { options: toJson(options), relationship_filter: relationship_filter === null ? null : toJson(relationship_filter) }
  return { title, description, position, active, required, regexp_for_validation, tag, ...rest, updated_at: ctx.now }
}

/** Writes a new field of a type. */
export function insertAssetField(ctx: Context, asset_type_id: string, draft: AssetFieldDraft): Promise<AssetFieldRow> {
  const { key, type, relationship_target_type } = draft
  const made = { account_id: ctx.account.id, asset_type_id, key, type, relationship_target_type, created_at: ctx.now }
  return ctx.db.one(insert({ ...made, ...changedMembers(ctx, draft) }))
}

/** Writes a changed field; its key and type stay. */
export function updateAssetField(ctx: Context, id: number, draft: AssetFieldDraft): Promise<AssetFieldRow> {
  return ctx.db.one(update({ account_id: ctx.account.id, id }, changedMembers(ctx, draft)))
}

/** Removes a field. */
export async function deleteAssetField(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
