import type { Order, OrderColumn, Sorting } from '../../../http/paging.ts'
import { newest } from '../rules/sorting.ts'
import { usageOrders } from '../rules/usage.ts'

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const byTitle = { key: 'title', column: 'title', kind: 'text' } as const
const by = (name: string, kind: OrderColumn['kind']): OrderColumn => ({ key: name, column: name, kind })

/** The order in which triggers run. @source docs/reference/business_rules.md §5.3; docs/reference/conventions.md §3.3 */
const POSITION: Order = [by('category_position', 'number'), by('position', 'number'), byTitle, byId]
const ORDERS = {
  alphabetical: [byTitle, byId],
  created_at: [by('created_at', 'moment'), byId],
  updated_at: [by('updated_at', 'moment'), byId],
  position: POSITION,
}

/** How lists of triggers may be sorted; by time the newest come first. @source docs/reference/business_rules.md §2.4 */
export const TRIGGER_SORTING: Sorting = {
  fallback: POSITION,
  offset: { ...ORDERS, created_at: newest(ORDERS.created_at), updated_at: newest(ORDERS.updated_at), ...usageOrders(POSITION) },
  cursor: { ...ORDERS, id: [byId] },
}
