/** How lists of macros may be sorted. @source docs/reference/business_rules.md §2; docs/reference/conventions.md §3.3 */
import type { Order, Sorting } from '../../../http/paging.ts'
import { RULE_SORTING } from '../rules/sorting.ts'

/** The periods in which uses are counted, in seconds. */
export const USAGE_SECONDS = { usage_1h: 3600, usage_24h: 24 * 3600, usage_7d: 7 * 24 * 3600, usage_30d: 30 * 24 * 3600 } as const
export type UsagePeriod = keyof typeof USAGE_SECONDS
/** The column of the uses in the period that a list is sorted by. */
export const SINCE_COLUMN = 'uses'

const { alphabetical } = RULE_SORTING.offset as { readonly alphabetical: Order }
/** The most used first, unless the caller asks for the other order. */
const byUses: Order = [
  { key: SINCE_COLUMN, column: SINCE_COLUMN, kind: 'number', descending: true },
  { key: 'id', column: 'id', kind: 'number', descending: true },
]
const usages = Object.fromEntries(Object.keys(USAGE_SECONDS).map((name) => [name, byUses]))

export const MACRO_SORTING: Sorting = {
  ...RULE_SORTING,
  fallback: alphabetical,
  offset: { ...RULE_SORTING.offset, ...usages },
}

/** The period that `sort_by` names, if it names one. */
export function periodOf(sort_by: string | undefined): UsagePeriod | null {
  return sort_by !== undefined && Object.hasOwn(USAGE_SECONDS, sort_by) ? (sort_by as UsagePeriod) : null
}
