import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll } from './client.ts'

/** The active brands, by name. */
export const brandsQuery = queryOptions({
  queryKey: ['brands'],
  queryFn: async ({ signal }) => {
    const brands = await listAll(endpoints.brands, 'brands', {}, signal)
    return brands.filter(({ active }) => active).sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
  },
})
