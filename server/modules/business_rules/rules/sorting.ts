import type { OrderColumn, Sorting } from '../../../http/paging.ts'

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const by = (name: string, kind: OrderColumn['kind']): readonly OrderColumn[] => [{ key: name, column: name, kind }, byId]

const ORDERS = {
  alphabetical: by('title', 'text'),
  created_at: by('created_at', 'moment'),
  updated_at: by('updated_at', 'moment'),
  position: by('position', 'number'),
}

/** How lists of rules may be sorted. @source docs/reference/business_rules.md §2; docs/reference/conventions.md §3.3 */
export const RULE_SORTING: Sorting = { fallback: ORDERS.position, offset: ORDERS, cursor: { ...ORDERS, id: [byId] } }
