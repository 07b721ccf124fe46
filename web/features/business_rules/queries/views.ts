// Views, as far as they differ from other rules: what they can be made of, and the tickets they show, saved or not.
// Does not belong here: their list, and the acts on one of them (rules.ts).

import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call, query } from '#contract/client.ts'
import type { Answer, Row } from '#contract/operation.ts'
import { composeQuery } from '#contract/queries.ts'
import { waitsForItsTurn } from './limited.ts'
import type { ListedRule, SentConditions, ViewOutput } from './rule_records.ts'

/** What a view can be made of. */
export type ViewDefinitions = Answer<'GET /api/v2/views/definitions'>['definitions']
type ViewCount = Row<'GET /api/v2/views/count_many', 'view_counts'>

const DEFINITIONS_FRESH_MS = 60_000
const TICKETS_FRESH_MS = 60_000

/** One view. */
export const viewQuery = (id: number) => queryOptions({ ...query('GET /api/v2/views/:id', { params: { id } }), select: ({ view }) => view })

/** What views can be made of. */
export const viewDefinitionsQuery = queryOptions({
  ...query('GET /api/v2/views/definitions'),
  select: ({ definitions }) => definitions,
  staleTime: DEFINITIONS_FRESH_MS,
})

/** What decides which tickets a view shows, and how. */
export interface ViewContent {
  conditions: SentConditions
  output: ViewOutput
}

const PREVIEWED = 10

/** The tickets of a view that is not saved, and the column they are grouped by. */
export type ViewPreview = Awaited<ReturnType<typeof previewView>>

async function previewView({ conditions, output }: ViewContent, signal: AbortSignal) {
  const input = { query: { per_page: PREVIEWED }, body: { view: { ...conditions, output } } }
  return { ...(await call('POST /api/v2/views/preview', input, signal)), group_by: output.group_by }
}

/** The first tickets of a view that is not saved, and how many there are. Waits when it has been asked too often. */
export const viewPreviewQuery = (content: ViewContent | undefined) =>
  queryOptions({
    ...composeQuery(
      'view_preview',
      'POST /api/v2/views/preview',
      { content },
      content === undefined ? skipToken : ({ signal }) => previewView(content, signal),
    ),
    placeholderData: keepPreviousData,
    ...waitsForItsTurn,
    staleTime: TICKETS_FRESH_MS,
  })

/** How many tickets a view has; null if it cannot be counted. Views that are counted at the same time share a call. */
export const viewCountQuery = ({ id, conditions }: Pick<ListedRule, 'id' | 'conditions'>) =>
  queryOptions({
    ...composeQuery('view_count', 'GET /api/v2/views/count_many', { id, conditions }, () => countWithOthers(id)),
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

function countWithOthers(id: number): Promise<ViewCount | null> {
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
    const { view_counts } = await call('GET /api/v2/views/count_many', { query: { ids: asked.map(({ id }) => id).join() } })
    const counts = new Map(view_counts.map((count) => [count.view_id, count]))
    for (const { id, resolve } of asked) resolve(counts.get(id) ?? null)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}
