import { infiniteQueryOptions } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import type { TriggerRevision } from './rule_types.ts'

/** One page of the revisions. The API names a cursor also after the last page. */
interface RevisionPage {
  trigger_revisions: TriggerRevision[]
  after_cursor: string | null
}

const PER_PAGE = 20

/** The revisions of a trigger, the newest first. */
export const revisionsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['triggers', 'revisions', id],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: String(PER_PAGE), ...(pageParam === '' ? {} : { cursor: pageParam }) })
      return request<RevisionPage>(`${endpoints.trigger_revisions(id)}?${query}`, { signal })
    },
    initialPageParam: '',
    // the first revision there was is compared with none: its source is 0
    getNextPageParam: ({ trigger_revisions, after_cursor }) =>
      trigger_revisions.at(-1)?.diff.source_id === 0 ? undefined : (after_cursor ?? undefined),
  })
