import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import type { Person } from './types.ts'

/** The shortest text that is searched for, in characters. */
export const LEAST_TYPED = 2
const MOST_FOUND = 10

/** The first ten people whose name begins with the text, or whose e-mail address is exactly that. */
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

/** The names of users by their ids, asked for in batches of 100, the most the API returns in one call. @throws ApiError as `request`. */
export async function namesOf(ids: readonly number[], signal: AbortSignal): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (let start = 0; start < ids.length; start += 100) {
    const query = new URLSearchParams({ ids: ids.slice(start, start + 100).join(',') })
    const { users } = await request<{ users: Person[] }>(`${endpoints.users_by_id}?${query}`, { signal })
    for (const { id, name } of users) names.set(id, name)
  }
  return names
}

/** The name of one user. */
export const nameQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'name', id],
    queryFn: async ({ signal }) => (await namesOf([id], signal)).get(id) ?? `User ${id}`,
  })
