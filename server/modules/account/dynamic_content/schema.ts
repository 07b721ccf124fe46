// DYNAMIC CONTENT: an item has a placeholder, and its variants are the texts for it, one per locale.
// Not here: the list of locales (locales/), the responses that expand placeholders (the resource that owns the text).
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import { Flag, Id, defineInput, listOf, Name, Text, Word, wrapInKey } from '#http/shape.ts'

export const VariantInput = defineInput({ id: Id, locale_id: Id, content: Text, active: Flag, default: Flag })
export type VariantInput = Static<typeof VariantInput>
export const VariantBody = wrapInKey('variant', VariantInput)
export const VariantsBody = wrapInKey('variants', listOf(VariantInput, MAX_AT_ONCE))

/** `content` alone creates one variant, in the default locale. */
export const ItemInput = defineInput({ name: Name, default_locale_id: Id, content: Text, variants: listOf(VariantInput, MAX_AT_ONCE) })
export type ItemInput = Static<typeof ItemInput>
export const ItemBody = wrapInKey('item', ItemInput)
export const IdentifiersQuery = Type.Partial(Type.Object({ identifiers: Word }))

export const Variant = Type.Object({
  url: text,
  id: whole,
  content: text,
  locale_id: whole,
  outdated: flag,
  active: flag,
  default: flag,
  created_at: text,
  updated_at: text,
})
export const OneVariant = Type.Object({ variant: Variant })
export const SomeVariants = Type.Object({ variants: Type.Array(Variant) })

export const Item = Type.Object({
  url: text,
  id: whole,
  name: text,
  placeholder: text,
  default_locale_id: whole,
  outdated: flag,
  created_at: text,
  updated_at: text,
  variants: Type.Array(Variant),
})
export const OneItem = Type.Object({ item: Item })
export const SomeItems = Type.Object({ items: Type.Array(Item) })
