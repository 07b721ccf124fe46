/** Puts the texts of dynamic content where their placeholders stand. */
import type { Context } from '../../../context.ts'
import { currentLocale } from '../locales/choose.ts'
import { everyText } from './store.ts'

const PLACEHOLDER = /\{\{\s*dc\.([a-z0-9_]+)\s*\}\}/gi

/**
 * How a text that may hold placeholders is shown to the caller: in his language, else in the item's default one. A placeholder
 * nobody knows stays as it stands. Costs no statement where the account has no dynamic content.
 * @example const shown = await dynamicTexts(ctx); shown(row.raw_title)
 * @source docs/reference/account.md §3.1
 */
export async function dynamicTexts(ctx: Context): Promise<(text: string) => string> {
  const texts = await everyText(ctx)
  if (texts.size === 0) return (text) => text
  const locale = await currentLocale(ctx)
  return (text) =>
    text.replace(PLACEHOLDER, (whole, key: string) => {
      const known = texts.get(key.toLowerCase())
      return known?.get(locale.id) ?? known?.get(0) ?? whole
    })
}
