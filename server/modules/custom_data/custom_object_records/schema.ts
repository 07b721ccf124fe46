/** What a record of a custom object is on the wire, in both directions. @source docs/reference/custom_objects.md §3 */
import Type, { type Static } from 'typebox'
import { MOST_AT_ONCE } from '../../../http/bulk_ids.ts'
import { Anything, Flag, Hash, input, listOf, listQuery, Phrase, SearchText, Text, Word, wrapped } from '../../../http/shape.ts'

export const RecordInput = input({ name: Text, external_id: Text, custom_object_fields: Hash })
export type RecordInput = Static<typeof RecordInput>
export const RecordBody = wrapped('custom_object_record', RecordInput)

/** The record that an upsert or a deletion refers to. */
export const NamedQuery = Type.Partial(Type.Object({ external_id: Word, name: Word }))
export type NamedQuery = Static<typeof NamedQuery>

export const JobBody = wrapped('job', input({ action: Text, items: listOf(Anything, MOST_AT_ONCE) }))

export const RecordsQuery = listQuery({ 'filter[ids]': Word, 'filter[external_ids]': Word })
export const SearchQuery = listQuery({ query: SearchText })
export const AutocompleteQuery = listQuery({ name: Phrase })
export const FilterBody = input({ filter: Hash })
export const ExportQuery = Type.Partial(
  Type.Object({ start_time: Anything, cursor: Word, per_page: Anything, 'filter[exclude_deleted]': Flag }),
)

const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
export const CustomObjectRecord = Type.Object({
  url: Type.String(),
  id: Type.String(),
  name: Type.String(),
  custom_object_key: Type.String(),
  custom_object_fields: Type.Object({}),
  created_by_user_id: Type.String(),
  updated_by_user_id: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
  external_id: textOrNull,
  photo: Type.Null(),
})
