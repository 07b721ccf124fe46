import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import type { Person } from './types.ts'

/** The shortest text that is searched for, in characters. */
export const MIN_TYPED = 2
const MAX_FOUND = 10

/** The first ten people whose name begins with the text, or whose e-mail address is exactly that. */
export const foundPeopleQuery = (typed: string) =>
  queryOptions({
    queryKey: ['users', 'found', typed],
    enabled: typed.length >= MIN_TYPED,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ name: typed, per_page: String(MAX_FOUND) })
      return (await request<{ users: Person[] }>(`${endpoints.user_autocomplete}?${query}`, { signal })).users
    },
    placeholderData: keepPreviousData,
  })
