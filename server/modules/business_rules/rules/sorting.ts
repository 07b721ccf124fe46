import type { Order, OrderColumn, Sorting } from '#http/paging.ts'

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const orderBy = (name: string, kind: OrderColumn['kind']): readonly OrderColumn[] => [{ key: name, column: name, kind }, byId]

const ORDERS = {
  alphabetical: orderBy('title', 'text'),
  created_at: orderBy('created_at', 'moment'),
  updated_at: orderBy('updated_at', 'moment'),
  position: orderBy('position', 'number'),
}

/** How lists of rules may be sorted. @source docs/reference/business_rules.md §2; docs/reference/conventions.md §3.3 */
export const RULE_SORTING = { fallback: ORDERS.position, offset: ORDERS, cursor: { ...ORDERS, id: [byId] } } as const satisfies Sorting

/** The same with the newest first. */
export const sortNewestFirst = (order: Order): Order => order.map((column) => ({ ...column, descending: true }))

/** How lists of triggers of records may be sorted; by time the newest come first. @source docs/reference/custom_objects.md §6 */
export const NEWEST_FIRST_SORTING: Sorting = {
  ...RULE_SORTING,
  offset: { ...ORDERS, created_at: sortNewestFirst(ORDERS.created_at), updated_at: sortNewestFirst(ORDERS.updated_at) },
}
