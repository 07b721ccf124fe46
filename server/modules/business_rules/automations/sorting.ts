import type { Sorting } from '../../../http/paging.ts'
import { RULE_SORTING } from '../rules/sorting.ts'
import { usageOrders } from '../rules/usage.ts'

/** How lists of automations may be sorted. @source docs/reference/business_rules.md §2; docs/reference/conventions.md §3.3 */
export const AUTOMATION_SORTING: Sorting = { ...RULE_SORTING, offset: { ...RULE_SORTING.offset, ...usageOrders(RULE_SORTING.fallback) } }
