import { queryOptions } from '@tanstack/react-query'
import { queryAll } from '#contract/queries.ts'

/** All groups, by their names. */
export const groupsQuery = queryOptions({
  ...queryAll('GET /api/v2/groups', 'groups'),
  select: (groups) => groups.toSorted((one, other) => one.name.localeCompare(other.name)),
})
