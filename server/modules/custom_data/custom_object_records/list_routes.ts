/** Lists of the records of custom objects: pages, searches, exports. */
import Type from 'typebox'
import { requirePermission } from '#permissions/permissions.ts'
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { whole } from '#http/answer_shape.ts'
import { linkTo, listEnvelope } from '#http/envelope.ts'
import type { Page } from '#http/paging.ts'
import { type Address, type AnyRoute, answerOk, route } from '#http/route.ts'
import { MAX_RECORDS } from '../custom_objects/limits.ts'
import { Limits } from '../custom_objects/schema.ts'
import { encodePosition } from '#http/export_position.ts'
import { completeRecords, exportRecords, type Found, pageOfRecords, searchRecords } from './find.ts'
import { countAllRecords } from './list.ts'
import { presentDeletedRecord, presentRecord } from './present.ts'
import { AutocompleteQuery, CustomObjectRecord, ExportedRecords, ExportQuery, FilterBody, RecordsQuery, SearchQuery } from './schema.ts'
import type { RecordRow } from './store.ts'

const records = '/api/v2/custom_objects/:custom_object_key/records'
const Many = Type.Object({ custom_object_records: Type.Array(CustomObjectRecord), count: whole })
const common = { scope: 'custom_objects', refusal: asErrorsList, text_params: ['custom_object_key'] } as const

/** A page in its envelope; `count` is the number of records in this answer. */
function page(ctx: Context, address: Address, { kind, found }: Found<Page<RecordRow>>) {
  const shown = found.rows.map((row) => presentRecord(ctx, kind, row))
  return answerOk(listEnvelope(address, 'custom_object_records', found, shown, { count: shown.length }))
}

/** @source docs/reference/custom_objects.md §3.1 */
export const customObjectRecordListRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    path: records,
    name: 'custom_object_records/index',
    summary: 'List the records of a custom object',
    query: RecordsQuery,
    answer: Many,
    handle: async (ctx, { params, query, address }) => page(ctx, address, await pageOfRecords(ctx, params.custom_object_key, query)),
  }),
  route({
    ...common,
    method: 'GET',
    path: `${records}/search`,
    name: 'custom_object_records/search',
    summary: 'Search the records of a custom object',
    query: SearchQuery,
    answer: Many,
    handle: async (ctx, { params, query, address }) => page(ctx, address, await searchRecords(ctx, params.custom_object_key, query)),
  }),
  route({
    ...common,
    method: 'POST',
    path: `${records}/search`,
    name: 'custom_object_records/filtered_search',
    summary: 'Search the records of a custom object by a filter',
    access: 'read',
    query: SearchQuery,
    body: FilterBody,
    answer: Many,
    handle: async (ctx, { params, query, body, address }) =>
      page(ctx, address, await searchRecords(ctx, params.custom_object_key, query, body.filter)),
  }),
  route({
    ...common,
    method: 'GET',
    path: `${records}/autocomplete`,
    name: 'custom_object_records/autocomplete',
    summary: 'Find custom object records by the beginning of their name',
    query: AutocompleteQuery,
    answer: Many,
    handle: async (ctx, { params, query, address }) => page(ctx, address, await completeRecords(ctx, params.custom_object_key, query)),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/custom_objects/limits/record_limit',
    text_params: [],
    name: 'custom_object_records/limit',
    summary: 'Show the number and the limit of custom object records',
    answer: Limits,
    async handle(ctx) {
      requirePermission(ctx, 'custom_object.list')
      return answerOk({ count: await countAllRecords(ctx), limit: MAX_RECORDS })
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/incremental/custom_objects/:custom_object_key/cursor',
    name: 'incremental/custom_objects_cursor',
    summary: 'Export the records of a custom object by cursor',
    query: ExportQuery,
    answer: ExportedRecords,
    buckets: [{ name: 'incremental-exports', limit: 10, window_seconds: 60 }],
    async handle(ctx, { params, query, address }) {
      const { kind, found } = await exportRecords(ctx, params.custom_object_key, query)
      const after_cursor = encodePosition(found.after)
      const shown = found.rows.map(({ record_id, is_deleted, ...row }) =>
        (is_deleted ? presentDeletedRecord : presentRecord)(ctx, kind, { ...row, id: record_id }),
      )
      const excluded = query['filter[exclude_deleted]']
      return answerOk({
        custom_object_records: shown,
        after_cursor,
        after_url: linkTo(address, { start_time: null, cursor: after_cursor }),
        before_cursor: null,
        before_url: null,
        filter: excluded === undefined ? null : { exclude_deleted: excluded },
        meta: { has_more: !found.end_of_stream },
      })
    },
  }),
]
