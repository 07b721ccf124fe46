import type { Details, Problem } from '#core/errors.ts'
import { makeBlankProblem, makeInvalidProblem } from '#core/problems.ts'
import { localeById } from '#lib/locales.ts'
import type { VariantDraft } from './store.ts'

/** Validation errors of an item's name. `taken`: another item has it. @source docs/reference/account.md §3 */
export function checkName(name: string, taken: boolean): Details {
  if (name === '') return { name: [makeBlankProblem('Name')] }
  return taken ? { name: [{ description: 'Name: has already been taken', error: 'DuplicateValue' }] } : {}
}

/** Validation errors of all variants of an item as they would be saved. @source docs/reference/account.md §3 */
export function checkVariants(variants: readonly VariantDraft[]): Details {
  const locales: Problem[] = []
  const contents: Problem[] = []
  if (variants.some((one) => localeById(one.locale_id) === undefined)) locales.push(makeInvalidProblem('Locale'))
  if (new Set(variants.map((one) => one.locale_id)).size < variants.length)
    locales.push({ description: 'Locale: has already been taken', error: 'DuplicateValue' })
  if (variants.some((one) => one.content.trim() === '')) contents.push(makeBlankProblem('Content'))
  const [first, ...more] = variants.filter((one) => one.default)
  const base: Problem[] = []
  if (variants.length === 0) base.push(makeBlankProblem('Variants'))
  else if (first === undefined || more.length > 0)
    base.push({ description: 'Default: exactly one variant is the default', error: 'InvalidValue' })
  else if (!first.active) base.push({ description: 'Active: the default variant cannot be deactivated', error: 'InvalidValue' })
  const found = { locale_id: locales, content: contents, base }
  return Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))
}
