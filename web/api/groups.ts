import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll } from './client.ts'

/** All groups, by their names. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => {
    const groups = await listAll(endpoints.groups, 'groups', {}, signal)
    return groups.toSorted((one, other) => one.name.localeCompare(other.name))
  },
})
