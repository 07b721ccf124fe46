// Records that conditions and actions name, where there are too many to list: found by name, shown by name.

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { MIN_TYPED } from './people.ts'
import { request } from './client.ts'

/** A record as far as it is shown. */
export interface NamedRecord {
  id: number
  name: string
  email?: string | null
}

/** The kinds of records that the API finds by the beginning of their names. */
const FINDABLE = ['users', 'organizations']

/** Whether records of a kind can be found by name; those of others are entered as ids. */
export function isFindable(collection: string): boolean {
  return FINDABLE.includes(collection)
}

const MAX_FOUND = '10'
const FRESH_MS = 60_000

/** The first ten records whose name begins with the text; `collection` is the API's name of their kind. */
export const foundRecordsQuery = (collection: string, typed: string) =>
  queryOptions({
    queryKey: [collection, 'found', typed],
    enabled: typed.length >= MIN_TYPED,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ name: typed, per_page: MAX_FOUND })
      return (await request<Record<string, NamedRecord[]>>(`${endpoints.found_records(collection)}?${query}`, { signal }))[collection] ?? []
    },
    placeholderData: keepPreviousData,
  })

/** One record by its id; `member` is its name in the answer. Not asked for anything that is no id. */
export const namedRecordQuery = (collection: string, member: string, id: string) =>
  queryOptions({
    queryKey: [collection, 'named', id],
    enabled: /^[1-9]\d*$/.test(id),
    queryFn: async ({ signal }) =>
      (await request<Record<string, NamedRecord>>(endpoints.record(collection, id), { signal }))[member] ?? null,
    staleTime: FRESH_MS,
    retry: false,
  })

const MAX_AT_ONCE = 100

/**
 * The names of records by their ids, in batches of as many as the API returns in one call; those that are gone or hidden are left out.
 * @throws ApiError as `request`.
 */
export async function namesOf(collection: string, ids: readonly number[], signal: AbortSignal): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (let start = 0; start < ids.length; start += MAX_AT_ONCE) {
    const query = new URLSearchParams({ ids: ids.slice(start, start + MAX_AT_ONCE).join(',') })
    const answer = await request<Record<string, NamedRecord[]>>(`${endpoints.records_by_id(collection)}?${query}`, { signal })
    for (const { id, name } of answer[collection] ?? []) names.set(id, name)
  }
  return names
}

/** The names of records by their ids. */
export const namesQuery = (collection: string, ids: readonly number[]) =>
  queryOptions({
    queryKey: [collection, 'names', ids],
    enabled: ids.length > 0,
    queryFn: ({ signal }) => namesOf(collection, ids, signal),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })
