/** Every statement that writes records of custom objects, or reads a single one. */
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import { isUniqueViolation } from '#db/unique_violation.ts'
import type { CustomObjectRecordsTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { makeUlid } from '#lib/ulid.ts'
import type { ProfileValues } from '../custom_fields/values.ts'
import type { Filter } from '../custom_object_permissions/filter.ts'
import { filterSql } from '../custom_object_permissions/filter_store.ts'
import { type RecordDraft, collectSearchedWords } from './draft.ts'
import type { RecordRun } from './record_run.ts'

/** A record as stored. */
export interface RecordRow extends Omit<
  Selectable<CustomObjectRecordsTable>,
  'account_id' | 'custom_object_id' | 'custom_object_fields' | 'words' | 'number' | 'deleted_at'
> {
  readonly custom_object_fields: ProfileValues
}

export const RECORD_COLUMNS = [
  'id',
  'name',
  'external_id',
  'custom_object_fields',
  'created_by_user_id',
  'updated_by_user_id',
  'created_at',
  'updated_at',
] as const
const LISTED = RECORD_COLUMNS.join(', ')
/** The search words of a record as a tsvector, from two SQL expressions: the words of its name, and those of its other values. */
export const wordsSql = (name: string, rest: string) =>
  `setweight(to_tsvector('simple', ${name}), 'A') || setweight(to_tsvector('simple', ${rest}), 'B')`

// what the triggers of a write knew, and those that fired, beside the record in `written`; the parameters are the time and these two
const insertTraceSql = (at: number) => `ran as (
    insert into custom_object_record_runs (account_id, custom_object_record_id, author_id, created_at, known, fired)
    select $1::bigint, w.id, w.updated_by_user_id, $${at}::timestamptz, $${at + 1}::jsonb, $${at + 2}::bigint[] from written w where $${at + 1}::jsonb is not null),
  fired as (
    insert into object_trigger_firings (account_id, fired_at, trigger_ids)
    select $1::bigint, $${at}::timestamptz, $${at + 2}::bigint[] from written w where cardinality($${at + 2}::bigint[]) > 0)
  select ${LISTED} from written`

const insert = defineStatement<RecordRow>(`with written as (insert into custom_object_records
    (account_id, id, custom_object_id, name, external_id, custom_object_fields, words, created_by_user_id, updated_by_user_id, created_at, updated_at)
  values ($1::bigint, $2, $3, $4, $5, $6, ${wordsSql('$7', '$8')}, $9, $9, $10::timestamptz, $10::timestamptz)
  on conflict (account_id, custom_object_id, external_id) where external_id is not null do nothing returning ${LISTED}),
  ${insertTraceSql(10)}`)
const update =
  defineStatement<RecordRow>(`with written as (update custom_object_records set name = $3, external_id = $4, custom_object_fields = $5, words = ${wordsSql('$6', '$7')},
    updated_by_user_id = $8, updated_at = $9::timestamptz where account_id = $1::bigint and id = $2 returning ${LISTED}),
  ${insertTraceSql(9)}`)
const clearRecord =
  defineStatement<unknown>(`update custom_object_records set name = '', external_id = null, custom_object_fields = '{}', words = '',
    updated_by_user_id = $3, updated_at = $4, deleted_at = $4 where account_id = $1 and id = $2`)
const deleteUniqueValues = defineStatement<unknown>(
  'delete from custom_object_unique_values where account_id = $1 and custom_object_record_id = $2',
)
const insertUniqueValues = defineStatement<{
  field_id: number
}>(`insert into custom_object_unique_values (account_id, custom_object_field_id, sha256, custom_object_record_id)
  select $1, v.field_id, decode(v.sha256, 'hex'), $2 from unnest($3::bigint[], $4::text[]) as v (field_id, sha256) order by v.field_id
  on conflict do nothing returning custom_object_field_id as field_id`)
const selectHolder = defineStatement<{ id: string }>(
  "select custom_object_record_id as id from custom_object_unique_values where account_id = $1 and custom_object_field_id = $2 and sha256 = decode($3, 'hex')",
)
const removeRuns = defineStatement<unknown>('delete from custom_object_record_runs where account_id = $1 and custom_object_record_id = $2')
const removeAttachments = defineStatement<{ file_id: number }>(
  'delete from custom_object_record_attachments where account_id = $1 and custom_object_record_id = $2 returning file_id',
)

/** The undeleted records of an object that match a filter. */
export function selectRecords(ctx: Context, objectId: number, filter: Filter) {
  return q
    .selectFrom('custom_object_records')
    .select(RECORD_COLUMNS)
    .where('account_id', '=', ctx.account.id)
    .where('custom_object_id', '=', objectId)
    .where('deleted_at', 'is', null)
    .where(filterSql(filter))
    .$castTo<RecordRow>()
}

/** Identifies a record by its id, or by its external id. */
export type RecordName = { readonly id: string } | { readonly external_id: string }

/** The record, if it matches the filter. `hold` locks it until the transaction ends. */
export function findRecord(ctx: Context, objectId: number, name: RecordName, filter: Filter, hold = false): Promise<RecordRow | undefined> {
  const [column, value] = 'id' in name ? (['id', name.id] as const) : (['external_id', name.external_id] as const)
  const select = selectRecords(ctx, objectId, filter).where(column, '=', value)
  return ctx.db.first(hold ? select.forUpdate() : select)
}

const runParameters = (run: RecordRun | null) => (run === null ? [null, []] : [toJson(run.kept), run.fired])

/** Inserts a record, with what is kept of its triggers; undefined if another record has its external id. */
export function insertRecord(ctx: Context, objectId: number, draft: RecordDraft, run: RecordRun | null): Promise<RecordRow | undefined> {
  const { name, external_id, custom_object_fields } = draft
  const found = collectSearchedWords(draft)
  const written = [name, external_id, toJson(custom_object_fields), found.name, found.rest]
  return ctx.db.first(insert(ctx.account.id, makeUlid(ctx.now), objectId, ...written, ctx.actor.id, ctx.now, ...runParameters(run)))
}

/** Updates a record, as {@link insertRecord}; undefined if another record has its external id, in which case the transaction is aborted. */
export function updateRecord(ctx: Context, id: string, draft: RecordDraft, run: RecordRun | null): Promise<RecordRow | undefined> {
  const { name, external_id, custom_object_fields } = draft
  const found = collectSearchedWords(draft)
  const written = [name, external_id, toJson(custom_object_fields), found.name, found.rest]
  return ctx.db.first(update(ctx.account.id, id, ...written, ctx.actor.id, ctx.now, ...runParameters(run))).catch((error: unknown) => {
    if (!isUniqueViolation(error, 'custom_object_records_external_id')) throw error
    return undefined // the caller reports the error
  })
}

const digest = (value: string) => createHash('sha256').update(value).digest('hex')

/** Claims the unique values of a record. Returns the ids of the fields whose value another record has. */
export async function claimUniqueValues(
  ctx: Context,
  id: string,
  values: readonly { field_id: number; value: string }[],
  isNew: boolean,
): Promise<number[]> {
  if (!isNew) await ctx.db.run(deleteUniqueValues(ctx.account.id, id))
  if (values.length === 0) return []
  const fields = values.map((one) => one.field_id)
  const kept = await ctx.db.all(
    insertUniqueValues(
      ctx.account.id,
      id,
      fields,
      values.map((one) => digest(one.value)),
    ),
  )
  return fields.filter((field) => !kept.some((one) => one.field_id === field))
}

/** The id of the record that has this value in a unique field. */
export async function findByUniqueValue(ctx: Context, fieldId: number, value: string): Promise<string | undefined> {
  return (await ctx.db.first(selectHolder(ctx.account.id, fieldId, digest(value))))?.id
}

/** Deletes all values, attachments and traces of a record, and marks it as deleted. Returns the ids of the attachments' files. */
export async function emptyRecord(ctx: Context, id: string): Promise<number[]> {
  const files = (await ctx.db.all(removeAttachments(ctx.account.id, id))).map((row) => row.file_id)
  await ctx.db.run(deleteUniqueValues(ctx.account.id, id))
  await ctx.db.run(removeRuns(ctx.account.id, id))
  await ctx.db.run(clearRecord(ctx.account.id, id, ctx.actor.id, ctx.now))
  return files
}
