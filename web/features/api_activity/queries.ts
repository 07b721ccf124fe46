import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { writeAddress } from '#contract/address.ts'
import { query } from '#contract/client.ts'
import type { Answer, QueryOf } from '#contract/operation.ts'

/** One page of the activity. */
export type ActivityPage = Answer<'GET /api/v2/deskhand/activity'>
export type ActivityLine = ActivityPage['activity'][number]

export const GROUPINGS = ['credential', 'client', 'user', 'user_agent', 'address', 'endpoint'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** The query parameters of the activity, named as in the API. */
export type ActivityQuery = QueryOf<'GET /api/v2/deskhand/activity'>

/** The URL of the activity as a file to download. */
export function activityFile(query: ActivityQuery): string {
  return writeAddress('GET /api/v2/deskhand/activity', { query: { ...query, format: 'csv' } })
}

/** A page of sums; the previous one stays visible while the next one loads. */
export const activityQuery = (asked: ActivityQuery) =>
  queryOptions({ ...query('GET /api/v2/deskhand/activity', { query: asked }), placeholderData: keepPreviousData })
