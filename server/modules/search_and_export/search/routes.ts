// SEARCH: one search over tickets, users, organizations and groups, for agents.
// Not here: the query language (server/search/), searches of one resource in its own list (users/search_routes.ts).
import type { Bucket } from '#http/limits.ts'
import { answerOk, route } from '#http/route.ts'
import { Counted, CountQuery, Exported, ExportQuery, Found, SearchQuery } from './schema.ts'
import { countFound, exportFound, search } from './search.ts'

/** @source docs/reference/conventions.md §8 */
const EXPORTS: Bucket = { name: 'search-export', limit: 100, window_seconds: 60 }

/** @source docs/reference/search.md §1 */
export const searchRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/search',
    name: 'search/index',
    summary: 'Search tickets, users, organizations and groups',
    scope: '',
    query: SearchQuery,
    answer: Found,
    handle: async (ctx, { query, address }) => answerOk(await search(ctx, query, address)),
  }),
  route({
    method: 'GET',
    path: '/api/v2/search/count',
    name: 'search/count',
    summary: 'Count search results',
    scope: '',
    query: CountQuery,
    answer: Counted,
    handle: async (ctx, { query }) => answerOk({ count: await countFound(ctx, query) }),
  }),
  route({
    method: 'GET',
    path: '/api/v2/search/export',
    name: 'search/export',
    summary: 'Export search results',
    scope: '',
    query: ExportQuery,
    answer: Exported,
    buckets: [EXPORTS],
    handle: async (ctx, { query, address }) => answerOk(await exportFound(ctx, query, address)),
  }),
]
