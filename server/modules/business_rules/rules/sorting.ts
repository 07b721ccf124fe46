import type { Order, OrderColumn, Sorting } from '../../../http/paging.ts'

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const by = (name: string, kind: OrderColumn['kind']): readonly OrderColumn[] => [{ key: name, column: name, kind }, byId]

const ORDERS = {
  alphabetical: by('title', 'text'),
  created_at: by('created_at', 'moment'),
  updated_at: by('updated_at', 'moment'),
  position: by('position', 'number'),
}

/** How lists of rules may be sorted. @source docs/reference/business_rules.md §2; docs/reference/conventions.md §3.3 */
export const RULE_SORTING = { fallback: ORDERS.position, offset: ORDERS, cursor: { ...ORDERS, id: [byId] } } as const satisfies Sorting

/** The same with the newest first. */
export const newest = (order: Order): Order => order.map((column) => ({ ...column, descending: true }))

/** How lists of triggers of records may be sorted; by time the newest come first. @source docs/reference/custom_objects.md §6 */
export const NEWEST_FIRST_SORTING: Sorting = {
  ...RULE_SORTING,
  offset: { ...ORDERS, created_at: newest(ORDERS.created_at), updated_at: newest(ORDERS.updated_at) },
}
