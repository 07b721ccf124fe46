import { queryOptions } from '@tanstack/react-query'
import type { Row } from '#contract/operation.ts'
import { queryAll } from '#contract/queries.ts'

/** A name under which the account is known to its customers. */
export type Brand = Row<'GET /api/v2/brands', 'brands'>

/** The active brands, by name. */
export const brandsQuery = queryOptions({
  ...queryAll('GET /api/v2/brands', 'brands'),
  select: (brands) => brands.filter(({ active }) => active).sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id),
})
