/** What a record of a custom object is on the wire, in both directions. @source docs/reference/custom_objects.md §3 */
import Type, { type Static } from 'typebox'
import { anyObject, flag, text, textOrNull } from '#http/answer_shape.ts'
import { MAX_AT_ONCE } from '#http/bulk_ids.ts'
import {
  Anything,
  Flag,
  defineInput,
  Key,
  Keys,
  Line,
  listOf,
  listQuery,
  Members,
  Phrase,
  SearchText,
  Text,
  Value,
  Word,
  wrapInKey,
} from '#http/shape.ts'

export const RecordInput = defineInput({ name: Line, external_id: Key, custom_object_fields: Members })
export type RecordInput = Static<typeof RecordInput>
export const RecordBody = wrapInKey('custom_object_record', RecordInput)

/** The record that an upsert or a deletion refers to. */
export const NamedQuery = Type.Partial(Type.Object({ external_id: Keys, name: Word }))
export type NamedQuery = Static<typeof NamedQuery>

export const JobBody = wrapInKey('job', defineInput({ action: Text, items: listOf(Value, MAX_AT_ONCE) }))

export const RecordsQuery = listQuery({ 'filter[ids]': Word, 'filter[external_ids]': Keys })
export const SearchQuery = listQuery({ query: SearchText })
export const AutocompleteQuery = listQuery({ name: Phrase })
export const FilterBody = defineInput({ filter: Members })
export const ExportQuery = Type.Partial(
  Type.Object({ start_time: Anything, cursor: Word, per_page: Anything, 'filter[exclude_deleted]': Flag }),
)

export const CustomObjectRecord = Type.Object({
  url: text,
  id: text,
  name: text,
  custom_object_key: text,
  custom_object_fields: anyObject,
  created_by_user_id: text,
  updated_by_user_id: text,
  created_at: text,
  updated_at: text,
  external_id: textOrNull,
  photo: Type.Null(),
})
/** A page of an export. */
export const ExportedRecords = Type.Object({
  custom_object_records: Type.Array(CustomObjectRecord),
  after_cursor: text,
  after_url: text,
  before_cursor: Type.Null(),
  before_url: Type.Null(),
  filter: Type.Union([Type.Object({ exclude_deleted: flag }), Type.Null()], {
    description: 'Whether deleted records are left out; null if the request did not say.',
  }),
  meta: Type.Object({ has_more: flag }),
})
