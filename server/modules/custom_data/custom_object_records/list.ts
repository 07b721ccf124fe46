/** Pages and counts of the records of an object: all of them, those with given ids, and search results. */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, compileSql } from '#db/builder.ts'
import { withPlanning } from '#db/with_planning.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Exported, Range } from '#http/export_page.ts'
import type { Filter } from '../custom_object_permissions/filter.ts'
import { filterSql } from '../custom_object_permissions/filter_store.ts'
import { RECORD_COLUMNS, type RecordRow, selectRecords } from './store.ts'

const byId = { key: 'id', column: 'id', kind: 'text' } as const
const byUpdate = { key: 'updated_at', column: 'updated_at', kind: 'moment' } as const

/** How lists may be sorted: ids sort by creation time. @source docs/reference/custom_objects.md §3.1 */
export const RECORD_SORTING: Sorting = {
  fallback: [byId],
  only_cursor: true,
  cursor: { id: [byId], updated_at: [byUpdate, byId] },
}
/** How search results may be sorted. */
export const SEARCH_SORTING: Sorting = {
  ...RECORD_SORTING,
  cursor: {
    ...RECORD_SORTING.cursor,
    name: [{ key: 'name', column: 'name', kind: 'text' }, byId],
    created_at: [{ key: 'created_at', column: 'created_at', kind: 'moment' }, byId],
  },
}

/** Filters of a list of records. `words` is a tsquery; an empty one finds nothing. */
export interface RecordFilter {
  readonly ids?: readonly string[] | undefined
  readonly external_ids?: readonly string[] | undefined
  readonly words?: string | undefined
}

function select(ctx: Context, objectId: number, allowed: Filter, { ids, external_ids, words }: RecordFilter) {
  let query = selectRecords(ctx, objectId, allowed)
  if (ids !== undefined) query = query.where('id', 'in', [...ids, ''])
  if (external_ids !== undefined) query = query.where('external_id', 'in', [...external_ids, ''])
  if (words !== undefined) query = query.where(sql<boolean>`words @@ to_tsquery('simple', ${words}::text)`)
  return query
}

/** A page of the records that match a filter. */
export async function listRecords(
  ctx: Context,
  objectId: number,
  { allowed, ...filter }: RecordFilter & { readonly allowed: Filter },
  paging: Paging,
): Promise<Page<RecordRow>> {
  const few = filter.words === undefined ? undefined : await findFew(ctx, objectId, filter.words)
  const query = select(ctx, objectId, allowed, few === undefined ? filter : { ...filter, words: undefined })
  const narrowed = few === undefined ? query : query.where(sql<boolean>`id = any(${few}::text[])`)
  return readPage(withPlannedDb(ctx), narrowed, paging)
}

/** Plans the statement for its parameters: which index serves a search depends on the words. */
const withPlannedDb = (ctx: Context): Context => ({ ...ctx, db: withPlanning(ctx.db) })

const FEW = 2000
const selectSomeMatches = defineStatement<{
  id: string
}>(`select id from custom_object_records where account_id = $1 and custom_object_id = $2 and deleted_at is null
  and words @@ to_tsquery('simple', $3::text) limit ${FEW + 1}`)

/**
 * The ids of the records with these words; undefined if there are many. PostgreSQL cannot estimate their number: for few matches it would
 * scan all records in sort order. Many matches are found quickly that way.
 */
async function findFew(ctx: Context, objectId: number, words: string): Promise<string[] | undefined> {
  const found = await ctx.db.planned(selectSomeMatches(ctx.account.id, objectId, words))
  return found.length > FEW ? undefined : found.map((row) => row.id)
}

/** How many records match a filter. */
export function countRecords(ctx: Context, objectId: number, allowed: Filter): Promise<number> {
  return countRows(ctx, select(ctx, objectId, allowed, {}))
}

const selectTotal = defineStatement<{ total: number }>(
  'select count(*) as total from custom_object_records where account_id = $1 and deleted_at is null',
)

/** How many records the account has, of all objects. */
export async function countAllRecords(ctx: Context): Promise<number> {
  return (await ctx.db.one(selectTotal(ctx.account.id))).total
}

/** A record as exports read it. `id` orders records with the same timestamp. */
export type ExportedRecord = Omit<RecordRow, 'id'> & { readonly record_id: string; readonly is_deleted: boolean }

const moment = (at_us: number) => sql`'epoch'::timestamptz + ${at_us}::bigint * interval '1 microsecond'`

/** Records after a position of an export, including deleted ones unless they are excluded, sorted by last change. */
export function findRecordsAfter(ctx: Context, objectId: number, allowed: Filter, range: Range): Promise<Exported<ExportedRecord>[]> {
  const { after, before, limit, exclude_deleted = false } = range
  const columns = RECORD_COLUMNS.filter((name) => name !== 'id').map((name) => sql.ref(name))
  const deleted = exclude_deleted ? sql`and deleted_at is null` : sql``
  return ctx.db.all(
    compileSql(sql<
      Exported<ExportedRecord>
    >`select number as id, id as record_id, ${sql.join(columns)}, deleted_at is not null as is_deleted,
      (extract(epoch from updated_at) * 1000000)::bigint as at_us
    from custom_object_records where account_id = ${ctx.account.id} and custom_object_id = ${objectId} and ${filterSql(allowed)} ${deleted}
      and (updated_at, number) > (${moment(after.at_us)}, ${after.id}::bigint) and updated_at < ${moment(before * 1_000_000)}
    order by updated_at, number limit ${limit}`),
  )
}
