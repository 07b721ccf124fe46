/** The acts on types of assets: create, change, remove. @source docs/reference/employee_service.md §1.2 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { auditEntryOf } from '../audit_entries/audit_entry.ts'
import { checkAssetType, checkRemoval, draftAssetType } from './check.ts'
import type { AssetTypeInput } from './schema.ts'
import {
  type AssetTypeRow,
  countAssetsOfType,
  deleteAssetType,
  insertAssetType,
  readAssetTypes,
  typeWithId,
  updateAssetType,
} from './store.ts'

/** Creates a type. @throws Forbidden @throws RecordInvalid */
export async function createAssetType(ctx: Context, input: AssetTypeInput): Promise<AssetTypeRow> {
  requirePermission(ctx, 'asset.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const types = await readAssetTypes(tx)
    const draft = draftAssetType(types, null, input)
    refuseInvalid(checkAssetType(draft, types, true))
    const row = await insertAssetType(tx, draft)
    await recordConfigurationChange(tx, auditEntryOf(tx, { source_type: 'asset_type', action: 'create', name: row.name }))
    return row
  })
}

/** Changes a type; its parent stays. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeAssetType(ctx: Context, id: string, input: AssetTypeInput): Promise<AssetTypeRow> {
  requirePermission(ctx, 'asset.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const types = await readAssetTypes(tx)
    const before = typeWithId(types, id)
    const draft = draftAssetType(types, before, input)
    const others = types.filter((type) => type.id !== id)
    refuseInvalid(checkAssetType(draft, others, false))
    const row = await updateAssetType(tx, id, draft)
    await recordConfigurationChange(
      tx,
      auditEntryOf(tx, { source_type: 'asset_type', action: 'update', name: row.name, before: before.name }),
    )
    return row
  })
}

/** Removes a type with its fields. Not one that comes with an instance, has types below it, or has assets. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function removeAssetType(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'asset.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const types = await readAssetTypes(tx)
    const row = typeWithId(types, id)
    refuseInvalid(checkRemoval(row, types, await countAssetsOfType(tx, id)))
    await deleteAssetType(tx, id)
    await recordConfigurationChange(tx, auditEntryOf(tx, { source_type: 'asset_type', action: 'destroy', name: row.name }))
  })
}
