// Records that conditions and actions name, where there are too many to list: found by name, shown by name.

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import type { Answer } from '#contract/operation.ts'
import { composeQuery } from '#contract/queries.ts'
import { isOneOf } from '#lib/objects.ts'
import { MIN_TYPED } from './people.ts'

/** A record as far as it is shown. */
export interface NamedRecord {
  readonly id: number
  readonly name: string
  readonly email?: string | null
}

/** The kinds of records that the API finds by the beginning of their names, as it calls them. */
const FINDABLE = ['users', 'organizations'] as const
export type Findable = (typeof FINDABLE)[number]

/** Whether records of a kind can be found by name; those of others are entered as ids. */
export function isFindable(collection: string): collection is Findable {
  return isOneOf(FINDABLE, collection)
}

const MAX_FOUND = 10
const FRESH_MS = 60_000

const readRecords = (answer: Answer<`GET /api/v2/${Findable}/${'autocomplete' | 'show_many'}`>): readonly NamedRecord[] =>
  'users' in answer ? answer.users : answer.organizations

/** The first ten records whose name begins with the text. */
export const foundRecordsQuery = (collection: Findable, typed: string) =>
  queryOptions({
    ...query(`GET /api/v2/${collection}/autocomplete`, { query: { name: typed, per_page: MAX_FOUND } }),
    select: readRecords,
    enabled: typed.length >= MIN_TYPED,
    placeholderData: keepPreviousData,
  })

const readRecord = (answer: Answer<`GET /api/v2/${Findable}/:id`>): NamedRecord => ('user' in answer ? answer.user : answer.organization)

/** One record by its id. Not asked for anything that is no id. */
export const namedRecordQuery = (collection: Findable, id: string) =>
  queryOptions({
    ...query(`GET /api/v2/${collection}/:id`, { params: { id: Number(id) } }),
    select: readRecord,
    enabled: /^[1-9]\d*$/.test(id),
    staleTime: FRESH_MS,
    retry: false,
  })

const MAX_AT_ONCE = 100

/**
 * The names of records by their ids, in batches of as many as the API returns in one call; those that are gone or hidden are left out.
 * @throws ApiError as `call`.
 */
export async function namesOf(collection: Findable, ids: readonly number[], signal: AbortSignal): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (let start = 0; start < ids.length; start += MAX_AT_ONCE) {
    const query = { ids: ids.slice(start, start + MAX_AT_ONCE).join(',') }
    for (const { id, name } of readRecords(await call(`GET /api/v2/${collection}/show_many`, { query }, signal))) names.set(id, name)
  }
  return names
}

/** The names of records by their ids. */
export const namesQuery = (collection: Findable, ids: readonly number[]) =>
  queryOptions({
    ...composeQuery('names', `GET /api/v2/${collection}/show_many`, { ids }, ({ signal }) => namesOf(collection, ids, signal)),
    enabled: ids.length > 0,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  })
