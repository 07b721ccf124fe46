import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'

/** Somebody who has an account here. */
export interface Person {
  id: number
  name: string
  email: string | null
}

/** Below this many characters nothing is looked for. */
export const LEAST_TYPED = 2
const MOST_FOUND = 10

/** People whose name begins with what is typed, or who have exactly this e-mail address; the first ten. */
export const foundPeopleQuery = (typed: string) =>
  queryOptions({
    queryKey: ['users', 'found', typed],
    enabled: typed.length >= LEAST_TYPED,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ name: typed, per_page: String(MOST_FOUND) })
      return (await request<{ users: Person[] }>(`${endpoints.user_autocomplete}?${query}`, { signal })).users
    },
    placeholderData: keepPreviousData,
  })
