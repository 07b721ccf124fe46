import { requirePermission } from '#permissions/permissions.ts'
import { type AnswerOf, answerNewRecord, answerNoContent, answerOk, route } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { urlOf } from '#http/envelope.ts'
import { changeSavedSearch, createSavedSearch, removeSavedSearch } from './change.ts'
import { OneSavedSearch, type SavedSearch, SavedSearchBody, SomeSavedSearches } from './schema.ts'
import { listSavedSearches, type SavedSearchRow } from './store.ts'

const presentSavedSearch = ({ id, name, type, query, filters, created_at, updated_at }: SavedSearchRow): AnswerOf<typeof SavedSearch> => ({
  id,
  name,
  type,
  query,
  filters,
  created_at: wireTime(created_at),
  updated_at: wireTime(updated_at),
})

/** @source docs/reference/other.md §9 */
export const savedSearchRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/saved_searches',
    name: 'saved_searches/index',
    summary: "List the caller's saved searches",
    scope: '',
    answer: SomeSavedSearches,
    async handle(ctx) {
      requirePermission(ctx, 'saved_search.manage')
      return answerOk({ saved_searches: (await listSavedSearches(ctx)).map(presentSavedSearch) })
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/saved_searches',
    name: 'saved_searches/create',
    summary: 'Save a search',
    scope: '',
    body: SavedSearchBody,
    answer: OneSavedSearch,
    async handle(ctx, { body }) {
      const row = await createSavedSearch(ctx, body)
      return answerNewRecord({ saved_search: presentSavedSearch(row) }, urlOf(ctx.caller.base_url, `saved_searches/${row.id}`))
    },
  }),
  route({
    method: 'PUT',
    path: '/api/v2/saved_searches/:id',
    name: 'saved_searches/update',
    summary: 'Change a saved search',
    scope: '',
    text_params: ['id'],
    body: SavedSearchBody,
    answer: OneSavedSearch,
    handle: async (ctx, { params, body }) => answerOk({ saved_search: presentSavedSearch(await changeSavedSearch(ctx, params.id, body)) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/saved_searches/:id',
    name: 'saved_searches/destroy',
    summary: 'Delete a saved search',
    scope: '',
    text_params: ['id'],
    async handle(ctx, { params }) {
      await removeSavedSearch(ctx, params.id)
      return answerNoContent()
    },
  }),
]
