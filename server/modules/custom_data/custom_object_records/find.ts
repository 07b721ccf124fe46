/**
 * Reading records of custom objects: single records, lists, searches, exports.
 * @source docs/reference/custom_objects.md §3.1; docs/reference/conventions.md §4
 */
import type { Context } from '#core/context.ts'
import { InvalidAttribute, orNotFound } from '#core/errors.ts'
import { readList } from '#http/bulk_ids.ts'
import { type Page, type PagingQuery, readPaging } from '#http/paging.ts'
import { ensureDefined } from '#lib/defined.ts'
import { requireRecords } from '../custom_object_permissions/access.ts'
import { type Filter, subjectsOf } from '../custom_object_permissions/filter.ts'
import { beginningOf, decodePosition, endOf, readSize, readStart } from '#http/export_position.ts'
import { type CursorPage, readCursorPage } from '#http/export_page.ts'
import { countRecords, type ExportedRecord, findRecordsAfter, listRecords, RECORD_SORTING, SEARCH_SORTING } from './list.ts'
import { readFilter } from './search_filter.ts'
import { findRecord, type RecordRow } from './store.ts'
import { namePrefixQuery, queryOf } from './words.ts'
import { getKind, type Kind } from './write.ts'

/** The object, and a filter for the records the caller can read. @throws NotFound @throws Forbidden */
async function readableKind(ctx: Context, objectKey: string): Promise<{ kind: Kind; allowed: Filter }> {
  const kind = await getKind(ctx, objectKey)
  return { kind, allowed: await requireRecords(ctx, kind.object, 'read') }
}

/** A record, or a page of records, with the object and fields needed to present it. */
export type Found<Rows> = { readonly kind: Kind; readonly found: Rows }

/** One record. @throws Forbidden @throws NotFound */
export async function getRecord(ctx: Context, objectKey: string, id: string): Promise<Found<RecordRow>> {
  const { kind, allowed } = await readableKind(ctx, objectKey)
  const found = orNotFound(await findRecord(ctx, kind.object.id, { id }, allowed))
  return { kind, found }
}

/** A page of the records, optionally only those with these ids or external ids. @throws Forbidden @throws NotFound */
export async function pageOfRecords(
  ctx: Context,
  objectKey: string,
  query: PagingQuery & { 'filter[ids]'?: string; 'filter[external_ids]'?: string },
): Promise<Found<Page<RecordRow>>> {
  const { kind, allowed } = await readableKind(ctx, objectKey)
  const [ids, external_ids] = [query['filter[ids]'], query['filter[external_ids]']].map((text) => (text ? readList(text) : undefined))
  const paging = readPaging(query, RECORD_SORTING, 'custom_object_records/index')
  return { kind, found: await listRecords(ctx, kind.object.id, { allowed, ids, external_ids }, paging) }
}

/**
 * A page of search results. An empty query or a single asterisk finds everything; a query without any word finds nothing.
 * @throws BadRequest for an invalid filter @throws Forbidden @throws NotFound
 */
export async function searchRecords(
  ctx: Context,
  objectKey: string,
  query: PagingQuery & { query?: string },
  filter: Readonly<Record<string, unknown>> = {},
): Promise<Found<Page<RecordRow>>> {
  const { kind, allowed } = await readableKind(ctx, objectKey)
  const text = query.query?.trim() ?? ''
  const searchFilter = readFilter(subjectsOf(kind.fields), filter)
  const paging = readPaging(query, SEARCH_SORTING, 'custom_object_records/search')
  const words = text === '' || text === '*' ? undefined : queryOf(text)
  return { kind, found: await listRecords(ctx, kind.object.id, { allowed: { all: [allowed, searchFilter] }, words }, paging) }
}

/** A page of the records whose name contains a word that starts with the text. @throws Forbidden @throws NotFound */
export async function completeRecords(
  ctx: Context,
  objectKey: string,
  query: PagingQuery & { name?: string },
): Promise<Found<Page<RecordRow>>> {
  const { kind, allowed } = await readableKind(ctx, objectKey)
  const paging = readPaging(query, SEARCH_SORTING, 'custom_object_records/autocomplete')
  const words = (query.name ?? '').trim() === '' ? undefined : namePrefixQuery(ensureDefined(query.name))
  return { kind, found: await listRecords(ctx, kind.object.id, { allowed, words }, paging) }
}

/** A page of the records that refer to another record by a lookup field. @throws Forbidden @throws NotFound */
export async function recordsReferringTo(
  ctx: Context,
  objectKey: string,
  held: { key: string; id: string },
  query: PagingQuery,
): Promise<Found<Page<RecordRow>>> {
  const { kind, allowed } = await readableKind(ctx, objectKey)
  const searchFilter = readFilter(subjectsOf(kind.fields), { [`custom_object_fields.${held.key}`]: { $eq: held.id } })
  const paging = readPaging(query, RECORD_SORTING, 'relationships/sources')
  return { kind, found: await listRecords(ctx, kind.object.id, { allowed: { all: [allowed, searchFilter] } }, paging) }
}

/** How many records the caller can read. @throws Forbidden @throws NotFound */
export async function numberOfRecords(ctx: Context, objectKey: string): Promise<number> {
  const { kind, allowed } = await readableKind(ctx, objectKey)
  return countRecords(ctx, kind.object.id, allowed)
}

/**
 * A page of an export.
 * @throws InvalidAttribute without a start @throws Forbidden @throws NotFound @throws Unprocessable if the start is too recent
 */
export async function exportRecords(
  ctx: Context,
  objectKey: string,
  query: { start_time?: unknown; cursor?: string; per_page?: unknown; 'filter[exclude_deleted]'?: boolean },
): Promise<Found<CursorPage<ExportedRecord>>> {
  const { kind, allowed } = await readableKind(ctx, objectKey)
  const action = 'incremental/custom_objects'
  const end = endOf(ctx.now)
  const start = query.cursor ? undefined : readStart(query.start_time, end)
  if (!query.cursor && start === undefined) throw new InvalidAttribute('start_time', 'is required', action)
  const after = query.cursor ? decodePosition(query.cursor) : beginningOf(ensureDefined(start))
  const searchFilter = { after, end, size: readSize(query.per_page, action), exclude_deleted: query['filter[exclude_deleted]'] === true }
  const find = (context: Context, range: Parameters<typeof findRecordsAfter>[3]) =>
    findRecordsAfter(context, kind.object.id, allowed, range)
  return { kind, found: await readCursorPage(ctx, find, searchFilter) }
}
