// Views, as far as they differ from other rules: what they can be made of, and the tickets they show, saved or not.
// Does not belong here: their list, and the acts on one of them (rules.ts).

import { keepPreviousData, type QueryFunctionContext, queryOptions, skipToken } from '@tanstack/react-query'
import { endpoints } from '../paths.ts'
import { request } from './client.ts'
import { waitsForItsTurn } from './limited.ts'
import { csrfToken } from './session.ts'
import type { ListedRule, SentConditions, ViewCount, ViewDefinitions, ViewTable } from './rule_types.ts'

const DEFINITIONS_FRESH_MS = 60_000
const TICKETS_FRESH_MS = 60_000

/** What views can be made of. */
export const viewDefinitionsQuery = queryOptions({
  queryKey: ['views', 'definitions'],
  queryFn: async ({ signal }) => (await request<{ definitions: ViewDefinitions }>(endpoints.view_definitions, { signal })).definitions,
  staleTime: DEFINITIONS_FRESH_MS,
})

export type Direction = 'asc' | 'desc'

/** What a view shows, and in which order; columns by their names, custom fields by their ids. */
export interface ViewOutput {
  columns: readonly string[]
  group_by: string | null
  group_order: Direction
  sort_by: string | null
  sort_order: Direction
}

/** What decides which tickets a view shows, and how. */
export interface ViewContent {
  conditions: SentConditions
  output: ViewOutput
}

/** The tickets of a view that is not saved, and the column they are grouped by. */
export interface ViewPreview extends ViewTable {
  group_by: string | null
}

const PREVIEWED = '10'

async function previewOf({ conditions, output }: ViewContent, { signal, client }: QueryFunctionContext): Promise<ViewPreview> {
  const body = { view: { ...conditions, output } }
  const options = { method: 'POST', body, csrf_token: await csrfToken(client), signal } as const
  const query = new URLSearchParams({ per_page: PREVIEWED })
  return { ...(await request<ViewTable>(`${endpoints.view_preview}?${query}`, options)), group_by: output.group_by }
}

/** The first tickets of a view that is not saved, and how many there are. Waits when it has been asked too often. */
export const viewPreviewQuery = (content: ViewContent | undefined) =>
  queryOptions({
    queryKey: ['view_preview', content],
    queryFn: content === undefined ? skipToken : (context) => previewOf(content, context),
    placeholderData: keepPreviousData,
    ...waitsForItsTurn,
    staleTime: TICKETS_FRESH_MS,
  })

/** How many tickets a view has; null if it cannot be counted. Views that are counted at the same time share a call. */
export const viewCountQuery = ({ id, conditions }: Pick<ListedRule, 'id' | 'conditions'>) =>
  queryOptions({
    queryKey: ['view_count', id, conditions],
    queryFn: () => countedWithOthers(id),
    ...waitsForItsTurn,
    staleTime: TICKETS_FRESH_MS,
  })

/** The most views that one call counts. */
const MAX_COUNTED = 20
const GATHERED_FOR_MS = 30

interface Asked {
  id: number
  resolve: (count: ViewCount | null) => void
  reject: (error: unknown) => void
}

/** The views that wait to be counted by the next call. */
let waiting: Asked[] = []

function countedWithOthers(id: number): Promise<ViewCount | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(() => void countWaiting(), GATHERED_FOR_MS)
    waiting.push({ id, resolve, reject })
  })
}

async function countWaiting(): Promise<void> {
  const all = waiting
  waiting = []
  // one call after the other: each makes the database count
  for (let start = 0; start < all.length; start += MAX_COUNTED) await countPart(all.slice(start, start + MAX_COUNTED))
}

async function countPart(asked: readonly Asked[]): Promise<void> {
  try {
    const query = new URLSearchParams({ ids: asked.map(({ id }) => id).join() })
    const { view_counts } = await request<{ view_counts: ViewCount[] }>(`${endpoints.counts_of_views}?${query}`)
    const counts = new Map(view_counts.map((count) => [count.view_id, count]))
    for (const { id, resolve } of asked) resolve(counts.get(id) ?? null)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}
