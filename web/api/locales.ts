import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import type { Locale } from './types.ts'

/** Every language, by name. */
export const localesQuery = queryOptions({
  queryKey: ['locales', 'public'],
  queryFn: async ({ signal }) =>
    (await request<{ locales: Locale[] }>(endpoints.public_locales, { signal })).locales.sort((one, other) =>
      one.name.localeCompare(other.name),
    ),
})
