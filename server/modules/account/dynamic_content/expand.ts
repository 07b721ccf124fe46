/** Expands placeholders with the texts of dynamic content. */
import type { Context } from '#core/context.ts'
import { currentLocale } from '../locales/choose.ts'
import { allTexts } from './store.ts'

const PLACEHOLDER = /\{\{\s*dc\.([a-z0-9_]+)\s*\}\}/gi

/**
 * Returns a function that expands the placeholders in a text: in the caller's locale, or else with the item's default variant. Unknown
 * placeholders are left as they are. Texts are cached; an account without dynamic content costs no statement.
 * @example const shown = await dynamicTexts(ctx); shown(row.raw_title)
 * @source docs/reference/account.md §3.1
 */
export async function dynamicTexts(ctx: Context): Promise<(text: string) => string> {
  const texts = await allTexts(ctx)
  if (texts.size === 0) return (text) => text
  const locale = await currentLocale(ctx)
  return (text) =>
    text.replace(PLACEHOLDER, (whole, key: string) => {
      const known = texts.get(key.toLowerCase())
      return known?.get(locale.id) ?? known?.get(0) ?? whole
    })
}
