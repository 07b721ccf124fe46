// SAVED SEARCHES: searches an agent saves for their own use under a name.
// Not here: searching.
import Type, { type Static } from 'typebox'
import { text, textOrNull } from '#http/answer_shape.ts'
import { defineInput, Text, textUpTo } from '#http/shape.ts'

/** The members are sent at the top level or below `saved_search`. @source docs/reference/other.md §9 */
// the members may come without a wrapper, so change.ts validates their lengths and returns errors of a record
const Long = textUpTo(2 * 65_536)
const Members = { name: Long, type: Text, query: Long, filters: Long }
export const SavedSearchBody = defineInput({ ...Members, saved_search: defineInput(Members) })
export type SavedSearchInput = Static<typeof SavedSearchBody>

export const SavedSearch = Type.Object({
  id: text,
  name: text,
  type: text,
  query: text,
  filters: textOrNull,
  created_at: text,
  updated_at: text,
})
export const OneSavedSearch = Type.Object({ saved_search: SavedSearch })
export const SomeSavedSearches = Type.Object({ saved_searches: Type.Array(SavedSearch) })
