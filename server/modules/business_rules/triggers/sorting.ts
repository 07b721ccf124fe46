import type { Order, OrderColumn, Sorting } from '#http/paging.ts'
import { sortNewestFirst } from '../rules/sorting.ts'
import { usageOrders } from '../rules/usage.ts'

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const byTitle = { key: 'title', column: 'title', kind: 'text' } as const
const makeOrderColumn = (name: string, kind: OrderColumn['kind']): OrderColumn => ({ key: name, column: name, kind })

/** The order in which triggers run. @source docs/reference/business_rules.md §5.3; docs/reference/conventions.md §3.3 */
const POSITION: Order = [makeOrderColumn('category_position', 'number'), makeOrderColumn('position', 'number'), byTitle, byId]
const ORDERS = {
  alphabetical: [byTitle, byId],
  created_at: [makeOrderColumn('created_at', 'moment'), byId],
  updated_at: [makeOrderColumn('updated_at', 'moment'), byId],
  position: POSITION,
}

/** How lists of triggers may be sorted; by time the newest come first. @source docs/reference/business_rules.md §2.4 */
export const TRIGGER_SORTING: Sorting = {
  fallback: POSITION,
  offset: {
    ...ORDERS,
    created_at: sortNewestFirst(ORDERS.created_at),
    updated_at: sortNewestFirst(ORDERS.updated_at),
    ...usageOrders(POSITION),
  },
  cursor: { ...ORDERS, id: [byId] },
}
