// The search parameters of the activity page, and the API parameters they become.

import { type ActivityLine, type ActivityQuery, type Grouping, GROUPINGS } from './queries.ts'
import { isOneOf } from '#lib/objects.ts'
import { toWireDay } from '#lib/wire_time.ts'

export const PER_PAGE = 50
export const USUAL_SORT = '-calls'
/** How many days are summed up. */
export const SPANS = [7, 30, 90] as const
const SORTS = ['calls', 'errors', 'limited', 'last_at', 'key']

/** The members rows are filtered by, named as in the API. */
const FILTERS = ['credential_kind', 'credential_id', 'client_id', 'user_id', 'method', 'route', 'user_agent', 'ip_address'] as const
type Filter = (typeof FILTERS)[number]

/** Defaults: grouped by credential, 30 days, most calls first, page 1, no filters. */
export type ActivitySearch = { by?: Grouping; days?: (typeof SPANS)[number]; sort?: string; page?: number } & { [Name in Filter]?: string }

/** Parses the search parameters; invalid ones are left out. */
export function parseActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const { by, days, sort, page } = search
  const read: ActivitySearch = {}
  if (isOneOf(GROUPINGS, by) && by !== 'credential') read.by = by
  if (isOneOf(SPANS, days) && days !== 30) read.days = days
  if (typeof sort === 'string' && sort !== USUAL_SORT && SORTS.includes(sort.replace(/^-/, ''))) read.sort = sort
  if (typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= 200) read.page = page
  for (const name of FILTERS) {
    const value = search[name]
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') read[name] = String(value)
  }
  return read
}

/** The filters that are set. */
export function filtersOf(search: ActivitySearch): { name: Filter; value: string }[] {
  return FILTERS.flatMap((name) => (search[name] === undefined ? [] : [{ name, value: search[name] }]))
}

const DAY_MS = 86_400_000

/** The API parameters, without the page. `today` in milliseconds since 1970. */
export function readSearch(search: ActivitySearch, today: number): ActivityQuery {
  const filters = Object.fromEntries(filtersOf(search).map(({ name, value }) => [`filter[${name}]`, value]))
  const span = { from: toWireDay(today - ((search.days ?? 30) - 1) * DAY_MS), to: toWireDay(today) }
  return { by: search.by ?? 'credential', ...span, sort: search.sort ?? USUAL_SORT, ...filters }
}

/** Where a click on a row leads: to the endpoints of its caller, or to the callers of its endpoint. Filters are kept. */
export function drillDown(by: Grouping, line: ActivityLine, search: ActivitySearch): ActivitySearch {
  const { page: _page, sort: _sort, ...kept } = search
  const filters: ActivitySearch = {}
  for (const name of FILTERS) {
    const value = line[name]
    // a token implies its client and its user
    if (value !== null && !(line.credential_id !== null && (name === 'client_id' || name === 'user_id'))) filters[name] = String(value)
  }
  return parseActivitySearch({ ...kept, ...filters, by: by === 'endpoint' ? 'credential' : 'endpoint' })
}
