/** The acts on the variants of an item. Every change validates all variants of the item together. */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound, refuseInvalid, orNotFound } from '#core/errors.ts'
import { refuseTooMany } from '#http/bulk_ids.ts'
import { recordItemChange } from './change.ts'
import { checkVariants } from './check.ts'
import type { VariantInput } from './schema.ts'
import {
  deleteVariant,
  getItem,
  insertVariants,
  updateItem,
  updateVariants,
  type VariantDraft,
  type VariantRow,
  type WholeItem,
} from './store.ts'

/** The result of a change: the item afterwards, and those of its variants that were written. */
export interface ChangedVariants {
  readonly whole: WholeItem
  readonly written: readonly VariantRow[]
}

const makeVariantDraft = (input: VariantInput): VariantDraft => ({
  locale_id: input.locale_id ?? 0,
  content: input.content ?? '',
  active: input.active ?? true,
  default: input.default ?? false,
})

const mergeInput = (before: VariantRow, input: VariantInput): VariantRow => ({
  ...before,
  locale_id: input.locale_id ?? before.locale_id,
  content: input.content === undefined ? before.content : (input.content ?? ''),
  active: input.active ?? before.active,
  default: input.default ?? before.default,
})

/** The existing variants, of which none is the default any more when the input names a new default. */
const withoutDefault = (variants: readonly VariantRow[], newDefault: boolean): VariantRow[] =>
  variants.map((variant) => (newDefault && variant.default ? { ...variant, default: false } : variant))

async function updateDefaultLocale(tx: Context, { item, variants }: WholeItem): Promise<void> {
  const default_locale_id = variants.find((variant) => variant.default)?.locale_id ?? item.default_locale_id
  await updateItem(tx, { ...item, default_locale_id })
}

/** Adds variants to an item. @throws Forbidden @throws NotFound @throws TooManyValues @throws RecordInvalid @source docs/reference/account.md §3 */
export async function createVariants(ctx: Context, itemId: number, inputs: readonly VariantInput[]): Promise<ChangedVariants> {
  requirePermission(ctx, 'dynamic_content.manage')
  refuseTooMany(inputs)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getItem(tx, itemId)
    const added = inputs.map(makeVariantDraft)
    const kept = withoutDefault(
      before.variants,
      added.some((one) => one.default),
    )
    refuseInvalid(checkVariants([...kept, ...added]))
    await updateVariants(
      tx,
      kept.filter((one, index) => one.default !== before.variants[index]?.default),
    )
    await insertVariants(tx, itemId, added)
    const whole = await getItem(tx, itemId)
    await updateDefaultLocale(tx, whole)
    await recordItemChange(tx, 'update', before.item, `Variants added: ${added.length}`)
    const known = new Set(before.variants.map((one) => one.id))
    return { whole, written: whole.variants.filter((one) => !known.has(one.id)) }
  })
}

/** Changes variants of an item, each named by its id. @throws Forbidden @throws NotFound @throws TooManyValues @throws RecordInvalid @source docs/reference/account.md §3 */
export async function changeVariants(ctx: Context, itemId: number, inputs: readonly VariantInput[]): Promise<ChangedVariants> {
  requirePermission(ctx, 'dynamic_content.manage')
  refuseTooMany(inputs)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getItem(tx, itemId)
    const byId = new Map(inputs.map((input) => [input.id, input]))
    const known = new Set<unknown>(before.variants.map((one) => one.id))
    if ([...byId.keys()].some((id) => !known.has(id))) throw new NotFound()
    const newDefault = before.variants.some((one) => !one.default && byId.get(one.id)?.default === true)
    const after = withoutDefault(before.variants, newDefault).map((one) => mergeInput(one, byId.get(one.id) ?? {}))
    refuseInvalid(checkVariants(after))
    await updateVariants(
      tx,
      after.filter((one, index) => byId.has(one.id) || one.default !== before.variants[index]?.default),
    )
    const whole = await getItem(tx, itemId)
    await updateDefaultLocale(tx, whole)
    await recordItemChange(tx, 'update', before.item, `Variants changed: ${byId.size}`)
    return { whole, written: whole.variants.filter((one) => byId.has(one.id)) }
  })
}

/** Removes a variant; the default one stays. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/account.md §3 */
export async function removeVariant(ctx: Context, itemId: number, id: number): Promise<void> {
  requirePermission(ctx, 'dynamic_content.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const { item, variants } = await getItem(tx, itemId)
    const variant = orNotFound(variants.find((one) => one.id === id))
    if (variant.default) refuseInvalid({ base: [{ description: 'The default variant cannot be deleted' }] })
    await deleteVariant(tx, id)
    await recordItemChange(tx, 'update', item, 'A variant was deleted')
  })
}
