/** How lists of macros may be sorted. @source docs/reference/business_rules.md §2; docs/reference/conventions.md §3.3 */
import type { Order, Sorting } from '../../../http/paging.ts'
import { RULE_SORTING } from '../rules/sorting.ts'
import { usageOrders } from '../rules/usage.ts'

const { alphabetical } = RULE_SORTING.offset as { readonly alphabetical: Order }

const NEWEST: Order = [{ key: 'id', column: 'id', kind: 'number', descending: true }]

export const MACRO_SORTING: Sorting = {
  ...RULE_SORTING,
  fallback: alphabetical,
  offset: { ...RULE_SORTING.offset, ...usageOrders(NEWEST) },
}
