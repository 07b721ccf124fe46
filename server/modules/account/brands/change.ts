/** The acts on brands: create, change, remove. */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound, refuseInvalid } from '#core/errors.ts'
import { freeKey, keyFrom } from '#lib/key.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { checkBrand } from './check.ts'
import type { BrandInput } from './schema.ts'
import {
  type BrandDraft,
  brandKeys,
  type BrandRow,
  getBrand,
  insertBrand,
  isSubdomainTaken,
  updateBrand,
  updateDefaultBrand,
} from './store.ts'

const NEW: BrandDraft = {
  name: '',
  subdomain: '',
  host_mapping: null,
  active: true,
  default: false,
  signature_template: '{{agent.signature}}',
}

function draft(before: BrandDraft, input: BrandInput): BrandDraft {
  const { active = before.active, default: isDefault = before.default } = input
  const host_mapping = (input.host_mapping === undefined ? before.host_mapping : input.host_mapping?.trim().toLowerCase()) || null
  return {
    name: (input.name ?? before.name).trim(),
    subdomain: (input.subdomain ?? before.subdomain).trim().toLowerCase(),
    host_mapping,
    active,
    default: isDefault,
    signature_template: input.signature_template ?? before.signature_template,
  }
}

async function recordBrandChange(
  tx: Context,
  action: 'create' | 'update' | 'destroy',
  brand: { id: number; name: string },
  change_description: string,
): Promise<void> {
  await recordConfigurationChange(tx, { action, source_type: 'brand', source_id: brand.id, source_label: brand.name, change_description })
}

/** Creates a brand. @throws Forbidden @throws RecordInvalid @source docs/reference/account.md §1 */
export async function createBrand(ctx: Context, input: BrandInput): Promise<BrandRow> {
  requirePermission(ctx, 'brand.manage')
  const brand = draft(NEW, input)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    refuseInvalid(checkBrand(brand, await isSubdomainTaken(tx, brand.subdomain, 0), false))
    const id = await insertBrand(tx, { ...brand, key: freeKey(keyFrom(brand.name), await brandKeys(tx)) })
    if (brand.default) await updateDefaultBrand(tx, id)
    await recordBrandChange(tx, 'create', { id, name: brand.name }, `Created with the subdomain ${brand.subdomain}`)
    return getBrand(tx, id)
  })
}

/** Changes a brand. Making it the default replaces the previous default. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeBrand(ctx: Context, id: number, input: BrandInput): Promise<BrandRow> {
  requirePermission(ctx, 'brand.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getBrand(tx, id)
    if (before.is_deleted) throw new NotFound()
    const { default: isDefault, ...members } = draft(before, input)
    refuseInvalid(checkBrand({ ...members, default: isDefault }, await isSubdomainTaken(tx, members.subdomain, id), before.default))
    await updateBrand(tx, id, members)
    if (isDefault && !before.default) await updateDefaultBrand(tx, id)
    const words = [
      `Changed from ${before.name} (${before.subdomain}) to ${members.name} (${members.subdomain})`,
      ...(isDefault && !before.default ? ['made the default'] : []),
    ]
    await recordBrandChange(tx, 'update', { id, name: members.name }, words.join(', '))
    return getBrand(tx, id)
  })
}

/**
 * Removes a brand: it can still be read by id as deleted, and its subdomain can be used again.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function removeBrand(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'brand.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getBrand(tx, id)
    if (before.is_deleted) throw new NotFound()
    if (before.default) refuseInvalid({ base: [{ description: 'The default brand cannot be deleted' }] })
    await updateBrand(tx, id, { is_deleted: true, active: false })
    await recordBrandChange(tx, 'destroy', before, 'Deleted')
  })
}
