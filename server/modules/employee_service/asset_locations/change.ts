/** The acts on locations of assets: create, change, remove. @source docs/reference/employee_service.md §1.3 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem } from '#core/problems.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { auditEntryOf } from '../audit_entries/audit_entry.ts'
import type { AssetLocationInput } from './schema.ts'
import {
  type AssetLocationDraft,
  type AssetLocationRow,
  countAssetLocations,
  deleteAssetLocation,
  getAssetLocation,
  insertAssetLocation,
  updateAssetLocation,
} from './store.ts'

const MAX_LOCATIONS = 10_000

function draftLocation(before: AssetLocationDraft, input: AssetLocationInput): AssetLocationDraft {
  const { name = before.name, external_id = before.external_id } = input
  return { name: (name ?? '').trim(), external_id: external_id || null }
}

function checkLocation({ name }: AssetLocationDraft): Details {
  return name === '' ? { name: [makeBlankProblem('Name')] } : {}
}

/** Creates a location. @throws Forbidden @throws RecordInvalid */
export async function createAssetLocation(ctx: Context, input: AssetLocationInput): Promise<AssetLocationRow> {
  requirePermission(ctx, 'asset.manage')
  const draft = draftLocation({ name: '', external_id: null }, input)
  refuseInvalid(checkLocation(draft))
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    if ((await countAssetLocations(tx)) >= MAX_LOCATIONS)
      refuseInvalid({ base: [{ description: `There may be at most ${MAX_LOCATIONS} locations`, error: 'LimitExceeded' }] })
    const row = await insertAssetLocation(tx, draft)
    await recordAudit(tx, auditEntryOf(tx, { source_type: 'asset_location', action: 'create', name: row.name }))
    return row
  })
}

/** Changes a location. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeAssetLocation(ctx: Context, id: string, input: AssetLocationInput): Promise<AssetLocationRow> {
  requirePermission(ctx, 'asset.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getAssetLocation(tx, id)
    const draft = draftLocation(before, input)
    refuseInvalid(checkLocation(draft))
    const row = await updateAssetLocation(tx, id, draft)
    await recordAudit(tx, auditEntryOf(tx, { source_type: 'asset_location', action: 'update', name: row.name, before: before.name }))
    return row
  })
}

/** Removes a location; the assets there have none from then on. @throws Forbidden @throws NotFound */
export async function removeAssetLocation(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'asset.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const row = await getAssetLocation(tx, id)
    await deleteAssetLocation(tx, id)
    await recordAudit(tx, auditEntryOf(tx, { source_type: 'asset_location', action: 'destroy', name: row.name }))
  })
}
