import type { Sorting } from '#http/paging.ts'
import { NEWEST_FIRST_SORTING, RULE_SORTING } from '../rules/sorting.ts'
import { usageOrders } from '../rules/usage.ts'

/** How lists of object triggers may be sorted: also by how often they fired, as those of triggers. @source docs/reference/custom_objects.md §6 */
export const OBJECT_TRIGGER_SORTING: Sorting = {
  ...NEWEST_FIRST_SORTING,
  offset: { ...NEWEST_FIRST_SORTING.offset, ...usageOrders(RULE_SORTING.fallback) },
}
