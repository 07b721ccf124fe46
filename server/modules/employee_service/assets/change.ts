/** The acts on assets: create, change, remove. @source docs/reference/employee_service.md §1.1 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { type Details, NotFound, orNotFound, refuseInvalid } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { ensureDefined } from '#lib/defined.ts'
import { INVALID } from '#modules/custom_data/custom_fields/types.ts'
import { findTargets, withTargets } from '#modules/custom_data/lookups/lookup_store.ts'
import { fieldsOfType } from '../asset_fields/find.ts'
import { readAssetFields } from '../asset_fields/store.ts'
import { findAssetLocation } from '../asset_locations/store.ts'
import { readAssetStatuses } from '../asset_statuses/store.ts'
import { type AssetTypeRow, readAssetTypes } from '../asset_types/store.ts'
import { draftAsset } from './draft.ts'
import type { AssetInput } from './schema.ts'
import { type AssetDraft, type AssetRow, countAssets, deleteAsset, findAsset, findByExternalId, insertAsset, updateAsset } from './store.ts'

const MAX_ASSETS = 10_000

const makeBlankDetails = (name: string, title: string): Details => ({
  [name]: [makeBlankProblem(title)],
})
const makeInvalidDetails = (name: string, title: string): Details => ({
  [name]: [makeInvalidProblem(title)],
})

/** What is wrong with the records that an asset refers to. A person or an organization must be one that the caller sees. */
async function checkReferences(tx: Context, types: readonly AssetTypeRow[], before: AssetRow | null, draft: AssetDraft): Promise<Details> {
  const { asset_type_id, status_id, location_id } = draft
  const isKnownType = types.some((type) => type.id === asset_type_id)
  const isKnownStatus = (await readAssetStatuses(tx)).some((status) => status.id === status_id)
  const isKnownPlace = location_id === null || (await findAssetLocation(tx, location_id)) !== undefined
  return {
    ...(asset_type_id === ''
      ? makeBlankDetails('asset_type_id', 'Asset type')
      : isKnownType
        ? {}
        : makeInvalidDetails('asset_type_id', 'Asset type')),
    ...(status_id === '' ? makeBlankDetails('status_id', 'Status') : isKnownStatus ? {} : makeInvalidDetails('status_id', 'Status')),
    ...(isKnownPlace ? {} : makeInvalidDetails('location_id', 'Location')),
    ...(await checkOwner(tx, before, draft)),
  }
}

async function checkOwner(tx: Context, before: AssetRow | null, { user_id, organization_id }: AssetDraft): Promise<Details> {
  const wanted = [
    { name: 'user_id', title: 'User', type: 'zen:user', value: user_id, held: before?.user_id },
    { name: 'organization_id', title: 'Organization', type: 'zen:organization', value: organization_id, held: before?.organization_id },
  ].filter(({ value, held }) => value !== null && value !== held)
  if (wanted.length === 0) return {}
  const found = await findTargets(tx, wanted)
  return Object.assign({}, ...wanted.map(({ name, title }, index) => (found[index] === INVALID ? makeInvalidDetails(name, title) : {})))
}

async function checkExternalId(tx: Context, id: string | null, { external_id }: AssetDraft): Promise<Details> {
  const holder = external_id === null ? undefined : await findByExternalId(tx, external_id)
  return holder === undefined || holder === id
    ? {}
    : { external_id: [{ description: 'External ID: has already been taken', error: 'DuplicateValue' }] }
}

/** The asset as the input leaves it. @throws RecordInvalid */
async function readDraft(tx: Context, before: AssetRow | null, input: AssetInput): Promise<AssetDraft> {
  const types = await readAssetTypes(tx)
  // an unknown type, which is refused below, has no fields
  const fields = fieldsOfType(types, await readAssetFields(tx), before?.asset_type_id ?? input.asset_type_id ?? '')
  const sent = input.custom_field_values
  const named =
    sent === undefined
      ? input
      : { ...input, custom_field_values: await withTargets(tx, fields, { before: before?.custom_field_values ?? {}, sent }) }
  const { draft, problems } = draftAsset(fields, before, named)
  const isMoved = input.asset_type_id !== undefined && before !== null && input.asset_type_id !== before.asset_type_id
  const moved: Details = isMoved ? { asset_type_id: [{ description: 'Asset type: cannot be changed', error: 'InvalidValue' }] } : {}
  refuseInvalid({
    ...problems,
    ...moved,
    ...(await checkReferences(tx, types, before, draft)),
    ...(await checkExternalId(tx, before?.id ?? null, draft)),
  })
  return draft
}

/** Creates an asset. @throws Forbidden @throws RecordInvalid */
export async function createAsset(ctx: Context, input: AssetInput): Promise<AssetRow> {
  requirePermission(ctx, 'asset.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    if ((await countAssets(tx)) >= MAX_ASSETS)
      refuseInvalid({ base: [{ description: `There may be at most ${MAX_ASSETS} assets`, error: 'LimitExceeded' }] })
    const id = ensureDefined(await insertAsset(tx, await readDraft(tx, null, input)))
    return ensureDefined(await findAsset(tx, id))
  })
}

/** Changes an asset; its type stays. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeAsset(ctx: Context, id: string, input: AssetInput): Promise<AssetRow> {
  requirePermission(ctx, 'asset.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = orNotFound(await findAsset(tx, id))
    await updateAsset(tx, id, await readDraft(tx, before, input))
    return ensureDefined(await findAsset(tx, id))
  })
}

/** Removes an asset. @throws Forbidden @throws NotFound */
export async function removeAsset(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'asset.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    orNotFound(await findAsset(tx, id))
    await deleteAsset(tx, id)
  })
}

/** Removes the asset with this external id, and returns its id. @throws Forbidden @throws NotFound */
export async function removeNamedAsset(ctx: Context, externalId: string): Promise<string> {
  requirePermission(ctx, 'asset.manage')
  const id = await findByExternalId(ctx, externalId)
  if (id === undefined) throw new NotFound()
  await removeAsset(ctx, id)
  return id
}
