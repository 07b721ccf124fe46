/** The acts on the fields of assets: create, change, remove. @source docs/reference/employee_service.md §1.5 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid, orNotFound } from '#core/errors.ts'
import { checkKeyedField } from '#modules/custom_data/custom_fields/keyed_field.ts'
import { numberOptions } from '#modules/custom_data/custom_fields/option_store.ts'
import { recordFieldChange } from '#modules/custom_data/custom_fields/record_change.ts'
import { requireValidField } from '#modules/custom_data/custom_fields/require_valid_field.ts'
import { type FieldRewrite, rewriteOfField, rewriteOfOptions } from '#modules/custom_data/custom_fields/rewrite.ts'
import { type AssetTypeRow, readAssetTypes, typeWithId } from '../asset_types/store.ts'
import { typesBelow } from '../asset_types/tree.ts'
import { checkNewField, draftField, newField } from './check.ts'
import { customFieldNamed, fieldsBeside, standardFieldNamed } from './find.ts'
import { rewriteAssets } from './rewrite_store.ts'
import type { AssetFieldInput } from './schema.ts'
import { type AssetFieldRow, deleteAssetField, insertAssetField, readAssetFields, updateAssetField } from './store.ts'

/** The type in the path with all types, under the lock of the account. @throws NotFound */
async function lockedType(tx: Context, typeId: string): Promise<{ types: AssetTypeRow[]; type: AssetTypeRow }> {
  await lockAccount(tx)
  const types = await readAssetTypes(tx)
  return { types, type: typeWithId(types, typeId) }
}

/** A field that this type itself has: it is changed where it was made. @throws NotFound @throws RecordInvalid for a standard field */
async function ownField(tx: Context, typeId: string, name: string): Promise<AssetFieldRow> {
  const { type } = await lockedType(tx, typeId)
  if (standardFieldNamed(name) !== undefined)
    refuseInvalid({ base: [{ description: 'A standard field cannot be changed', error: 'InvalidValue' }] })
  const own = (await readAssetFields(tx)).filter((field) => field.asset_type_id === type.id)
  return orNotFound(customFieldNamed(own, name))
}

async function rewrite(tx: Context, row: AssetFieldRow, change: FieldRewrite | undefined): Promise<void> {
  if (change === undefined) return
  const below = typesBelow(await readAssetTypes(tx), row.asset_type_id).map((type) => type.id)
  await rewriteAssets(tx, [row.asset_type_id, ...below], row, change)
}

/** Creates a field of a type, which the types below it inherit. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function createAssetField(ctx: Context, typeId: string, input: AssetFieldInput): Promise<AssetFieldRow> {
  requirePermission(ctx, 'asset.manage')
  const draft = draftField(newField(input), input)
  return inTransaction(ctx, async (tx) => {
    const { types } = await lockedType(tx, typeId)
    const ifNew = checkNewField(draft, fieldsBeside(types, await readAssetFields(tx), typeId))
    await requireValidField(tx, (objects) => ({ ...checkKeyedField(draft, objects), ...ifNew }))
    const row = await insertAssetField(tx, typeId, await numberOptions(tx, draft))
    await recordFieldChange(tx, 'asset_field', row, 'create')
    return row
  })
}

/**
 * Changes a field of a type; its key and type stay. Omitted options are removed from all assets.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function changeAssetField(ctx: Context, typeId: string, name: string, input: AssetFieldInput): Promise<AssetFieldRow> {
  requirePermission(ctx, 'asset.manage')
  return inTransaction(ctx, async (tx) => {
    const before = await ownField(tx, typeId, name)
    const draft = draftField(before, input)
    await requireValidField(tx, (objects) => checkKeyedField(draft, objects))
    const row = await updateAssetField(tx, before.id, await numberOptions(tx, draft))
    await rewrite(tx, row, rewriteOfOptions(before, row))
    await recordFieldChange(tx, 'asset_field', row, 'update')
    return row
  })
}

/** Removes a field of a type, with its values. @throws Forbidden @throws NotFound @throws RecordInvalid for a standard field */
export async function removeAssetField(ctx: Context, typeId: string, name: string): Promise<void> {
  requirePermission(ctx, 'asset.manage')
  await inTransaction(ctx, async (tx) => {
    const row = await ownField(tx, typeId, name)
    await deleteAssetField(tx, row.id)
    await rewrite(tx, row, rewriteOfField(row))
    await recordFieldChange(tx, 'asset_field', row, 'destroy')
  })
}
