import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { listAll } from './client.ts'

/** A brand of the account, as end users see it. */
export interface Brand {
  id: number
  name: string
  active: boolean
}

/** The active brands, by name. */
export const brandsQuery = queryOptions({
  queryKey: ['brands'],
  queryFn: async ({ signal }) => {
    const brands = await listAll<Brand>(endpoints.brands, 'brands', {}, signal)
    return brands.filter(({ active }) => active).sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
  },
})
