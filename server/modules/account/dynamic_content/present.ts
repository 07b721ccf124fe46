import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import type { ItemRow, VariantRow, WholeItem } from './store.ts'
import type { Item, Variant } from './schema.ts'

/** True when the default variant was changed later than this one, which may now differ in meaning. */
function isOutdated(variant: VariantRow, variants: readonly VariantRow[]): boolean {
  const first = variants.find((one) => one.default)
  return first !== undefined && !variant.default && variant.updated_at < first.updated_at
}

/** A variant as JSON. `variants` are all of its item. @source docs/reference/account.md §3 */
export function presentVariant(ctx: Context, row: VariantRow, variants: readonly VariantRow[]): AnswerOf<typeof Variant> {
  return {
    url: urlOf(ctx.caller.base_url, `dynamic_content/items/${row.item_id}/variants/${row.id}`),
    id: row.id,
    content: row.content,
    locale_id: row.locale_id,
    outdated: isOutdated(row, variants),
    active: row.active,
    default: row.default,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
  }
}

/** The URL of an item. */
export const itemUrl = (ctx: Context, { id }: Pick<ItemRow, 'id'>) => urlOf(ctx.caller.base_url, `dynamic_content/items/${id}`)

/** An item as JSON. @source docs/reference/account.md §3 */
export function presentItem(ctx: Context, { item, variants }: WholeItem): AnswerOf<typeof Item> {
  return {
    url: itemUrl(ctx, item),
    id: item.id,
    name: item.name,
    placeholder: `{{dc.${item.key}}}`,
    default_locale_id: item.default_locale_id,
    outdated: variants.some((variant) => isOutdated(variant, variants)),
    created_at: wireTime(item.created_at),
    updated_at: wireTime(item.updated_at),
    variants: variants.map((variant) => presentVariant(ctx, variant, variants)),
  }
}
