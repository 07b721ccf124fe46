// What the page of the activity shows, as it stands in its address, and as the API is asked for it.

import { GROUPINGS } from '../../../api/activity.ts'
import type { ActivityQuery, ActivityLine, Grouping } from '../../../api/activity.ts'

export const PER_PAGE = 50
export const USUAL_SORT = '-calls'
const SPANS = [7, 30, 90] as const
export type Span = (typeof SPANS)[number]
const SORTS = ['calls', 'errors', 'limited', 'last_at', 'key']

/** Members by which lines are narrowed down, as the API calls them. */
export const FILTERS = ['credential_kind', 'credential_id', 'client_id', 'user_id', 'method', 'route', 'user_agent', 'ip_address'] as const
type Filter = (typeof FILTERS)[number]

/** What is not given is: by credential, 30 days, what is called most first, page 1, everybody's calls. */
export type ActivitySearch = { by?: Grouping; days?: Span; sort?: string; page?: number } & { [Name in Filter]?: string }

/** Reads the address; anything that makes no sense is left out. */
export function parseActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const { by, days, sort, page } = search
  const read: ActivitySearch = {}
  if (typeof by === 'string' && by !== 'credential' && (GROUPINGS as readonly string[]).includes(by)) read.by = by as Grouping
  if ((SPANS as readonly unknown[]).includes(days) && days !== 30) read.days = days as Span
  if (typeof sort === 'string' && sort !== USUAL_SORT && SORTS.includes(sort.replace(/^-/, ''))) read.sort = sort
  if (typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= 200) read.page = page
  for (const name of FILTERS) {
    const value = search[name]
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') read[name] = String(value)
  }
  return read
}

/** The filters that are on. */
export function filtersOf(search: ActivitySearch): { name: Filter; value: string }[] {
  return FILTERS.flatMap((name) => (search[name] === undefined ? [] : [{ name, value: search[name] }]))
}

const DAY_MS = 86_400_000

/** What the API is asked for, without the page. `today` in milliseconds since 1970. */
export function readSearch(search: ActivitySearch, today: number): ActivityQuery {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const filters = Object.fromEntries(filtersOf(search).map(({ name, value }) => [`filter[${name}]`, value]))
  const span = { from: day(today - ((search.days ?? 30) - 1) * DAY_MS), to: day(today) }
  return { by: search.by ?? 'credential', ...span, sort: search.sort ?? USUAL_SORT, ...filters }
}

/** Where a click on a line leads: to the endpoints of its caller, or to the callers of its endpoint. What was narrowed down stays so. */
export function insideOf(by: Grouping, line: ActivityLine, search: ActivitySearch): ActivitySearch {
  const { page: _page, sort: _sort, ...kept } = search
  const told: ActivitySearch = {}
  for (const name of FILTERS) {
    const value = line[name]
    // the client and the user of a token follow from it
    if (value !== null && !(line.credential_id !== null && (name === 'client_id' || name === 'user_id'))) told[name] = String(value)
  }
  return parseActivitySearch({ ...kept, ...told, by: by === 'endpoint' ? 'credential' : 'endpoint' })
}
