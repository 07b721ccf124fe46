/** The acts on items: create, rename, remove. */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid } from '#core/errors.ts'
import { freeKey, keyFrom } from '#lib/key.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { checkName, checkVariants } from './check.ts'
import type { ItemInput, VariantInput } from './schema.ts'
import { deleteItem, getItem, insertItem, insertVariants, itemNames, updateItem, type VariantDraft, type WholeItem } from './store.ts'

type Named = { readonly id: number; readonly name: string }

/** Records a change of an item in the audit log and invalidates the cached texts of all processes. */
export async function recordItemChange(
  tx: Context,
  action: 'create' | 'update' | 'destroy',
  item: Named,
  change_description: string,
): Promise<void> {
  await recordConfigurationChange(tx, {
    action,
    source_type: 'dynamic_content',
    source_id: item.id,
    source_label: item.name,
    change_description,
  })
}

const isTaken = (names: readonly Named[], name: string, exceptId: number) =>
  names.some((other) => other.id !== exceptId && other.name.toLowerCase() === name.toLowerCase())

/** The first variants of a new item. Unless one is marked as the default, that of the default locale is. */
function firstVariants(input: ItemInput): VariantDraft[] {
  const only: readonly VariantInput[] = typeof input.content === 'string' ? [{ content: input.content }] : []
  const given = (input.variants ?? only).map((variant) => ({
    locale_id: variant.locale_id ?? input.default_locale_id ?? 0,
    content: variant.content ?? '',
    active: variant.active ?? true,
    default: variant.default ?? false,
  }))
  if (given.some((variant) => variant.default)) return given
  return given.map((variant) => ({ ...variant, default: variant.locale_id === input.default_locale_id }))
}

/** Creates an item with its variants. @throws Forbidden @throws RecordInvalid @source docs/reference/account.md §3 */
export async function createItem(ctx: Context, input: ItemInput): Promise<WholeItem> {
  requirePermission(ctx, 'dynamic_content.manage')
  const name = (input.name ?? '').trim()
  const variants = firstVariants(input)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const names = await itemNames(tx)
    refuseInvalid({ ...checkName(name, isTaken(names, name, 0)), ...checkVariants(variants) })
    const key = freeKey(keyFrom(name), new Set(names.map((other) => other.key)))
    const default_locale_id = variants.find((variant) => variant.default)?.locale_id ?? 0
    const id = await insertItem(tx, { key, name, default_locale_id })
    await insertVariants(tx, id, variants)
    await recordItemChange(tx, 'create', { id, name }, `Created with the placeholder dc.${key}`)
    return getItem(tx, id)
  })
}

/** Renames an item, not its placeholder. @throws Forbidden @throws NotFound @throws RecordInvalid @source docs/reference/account.md §3 */
export async function changeItem(ctx: Context, id: number, input: ItemInput): Promise<WholeItem> {
  requirePermission(ctx, 'dynamic_content.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = (await getItem(tx, id)).item
    const name = (input.name ?? before.name).trim()
    refuseInvalid(checkName(name, isTaken(await itemNames(tx), name, id)))
    await updateItem(tx, { ...before, name })
    await recordItemChange(tx, 'update', { id, name }, `Name changed from ${before.name} to ${name}`)
    return getItem(tx, id)
  })
}

/** Removes an item with its variants. @throws Forbidden @throws NotFound */
export async function removeItem(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'dynamic_content.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const { item } = await getItem(tx, id)
    await deleteItem(tx, id)
    await recordItemChange(tx, 'destroy', item, 'Deleted')
  })
}
