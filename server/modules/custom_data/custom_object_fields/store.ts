/** Every statement on the fields of custom objects. Rewriting values of removed fields: custom_object_records/rewrite_store.ts. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { CustomObjectFieldsTable } from '#db/tables.ts'
import { configurationTopic } from '#db/topics.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { FieldOption } from '../custom_fields/options.ts'

/** A field of a custom object as stored. */
export interface ObjectFieldRow extends Omit<Selectable<CustomObjectFieldsTable>, 'account_id' | 'options' | 'relationship_filter'> {
  readonly options: readonly FieldOption[]
  readonly relationship_filter: Readonly<Record<string, unknown>> | null
}

/** The writable members of a field. */
export type ObjectFieldDraft = Omit<ObjectFieldRow, 'id' | 'custom_object_id' | 'system' | 'created_at' | 'updated_at'>

const WRITTEN = [
  'title',
  'description',
  'position',
  'active',
  'required',
  'regexp_for_validation',
  'tag',
  'options',
  'relationship_filter',
  'is_unique',
  'autoincrement_enabled',
  'autoincrement_prefix',
  'autoincrement_padding',
  'autoincrement_next_sequence',
] as const
const FIRST = ['key', 'type', 'relationship_target_type'] as const
const COLUMNS = ['id', 'custom_object_id', ...FIRST, ...WRITTEN, 'system', 'created_at', 'updated_at'] as const
const LISTED = COLUMNS.join(', ')
const places = (from: number, count: number) => Array.from({ length: count }, (_, index) => `$${from + index}`)

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const byPosition = { key: 'position', column: 'position', kind: 'number' } as const
/** How lists of fields may be sorted. */
export const OBJECT_FIELD_SORTING: Sorting = {
  fallback: [byPosition, byId],
  cursor_fallback: [byId],
  cursor: { id: [byId], position: [byPosition, byId] },
}

const selectFields = defineStatement<ObjectFieldRow>(
  `select ${LISTED} from custom_object_fields where account_id = $1 and custom_object_id = $2 order by position, id`,
)
const written = [...FIRST, ...WRITTEN]
const insert = defineStatement<ObjectFieldRow>(
  `insert into custom_object_fields (account_id, custom_object_id, created_at, updated_at, ${written.join(', ')})
  values ($1, $2, $3, $3, ${places(4, written.length).join(', ')}) returning ${LISTED}`,
)
const update = defineStatement<ObjectFieldRow>(`update custom_object_fields set updated_at = $3,
  ${WRITTEN.map((name, index) => `${name} = $${index + 4}`).join(', ')} where account_id = $1 and id = $2 returning ${LISTED}`)
const removeUniqueValues = defineStatement<unknown>(
  'delete from custom_object_unique_values where account_id = $1 and custom_object_field_id = $2',
)
const remove = defineStatement<unknown>('delete from custom_object_fields where account_id = $1 and id = $2')
const recordUsedKey = defineStatement<unknown>(
  'update custom_objects set spent_field_keys = spent_field_keys || $3::text where account_id = $1 and id = $2',
)
const selectSpentKeys = defineStatement<{ spent_field_keys: readonly string[] }>(
  'select spent_field_keys from custom_objects where account_id = $1 and id = $2',
)
const order = defineStatement<unknown>(`update custom_object_fields f set position = o.position, updated_at = $3
  from unnest($2::bigint[]) with ordinality as o (id, position) where f.account_id = $1 and f.id = o.id and f.position <> o.position`)
// the name of a record has its own column
const gather =
  defineStatement<unknown>(`insert into custom_object_unique_values (account_id, custom_object_field_id, sha256, custom_object_record_id)
  select $1, $2, sha256(convert_to(v.value, 'UTF8')), v.id from (
    select r.id, case when $4::text is null then r.name else r.custom_object_fields ->> $4 end as value
    from custom_object_records r where r.account_id = $1 and r.custom_object_id = $3 and r.deleted_at is null) as v
  where v.value is not null and v.value <> '' on conflict do nothing`)
const countValues = defineStatement<{ held: number; kept: number }>(`select
    (select count(*) from custom_object_records r where r.account_id = $1 and r.custom_object_id = $3 and r.deleted_at is null
      and coalesce(case when $4::text is null then r.name else r.custom_object_fields ->> $4 end, '') <> '') as held,
    (select count(*) from custom_object_unique_values v where v.account_id = $1 and v.custom_object_field_id = $2) as kept`)
const takeSequence = defineStatement<{
  number: number
}>(`update custom_object_fields set autoincrement_next_sequence = autoincrement_next_sequence + 1
  where account_id = $1 and id = $2 and autoincrement_enabled returning autoincrement_next_sequence - 1 as number`)

/** The fields of an object by position, including the standard fields, cached. */
export async function objectFields(ctx: Context, objectId: number): Promise<readonly ObjectFieldRow[]> {
  const load = () => ctx.services.database.all(selectFields(ctx.account.id, objectId))
  return ctx.services.cache.load(configurationTopic(ctx.account.id), `custom_object_fields:${objectId}`, load)
}

/** The fields by position, not cached: for acts that change them. */
export function readObjectFields(ctx: Context, objectId: number): Promise<ObjectFieldRow[]> {
  return ctx.db.all(selectFields(ctx.account.id, objectId))
}

/** A page of the fields. */
export function listObjectFields(ctx: Context, objectId: number, withStandard: boolean, paging: Paging): Promise<Page<ObjectFieldRow>> {
  const select = q
    .selectFrom('custom_object_fields')
    .select(COLUMNS)
    .where('account_id', '=', ctx.account.id)
    .where('custom_object_id', '=', objectId)
  return readPage(ctx, (withStandard ? select : select.where('system', '=', false)).$castTo<ObjectFieldRow>(), paging)
}

/** The one of these fields with this id or key. @throws NotFound */
export function getNamedField(fields: readonly ObjectFieldRow[], name: string): ObjectFieldRow {
  return orNotFound(fields.find((field) => (/^\d+$/.test(name) ? field.id === Number(name) : field.key === name)))
}

type Written = Pick<ObjectFieldDraft, (typeof written)[number]>
const values = (names: readonly (keyof Written)[], draft: Written): unknown[] =>
  names.map((name) => (name === 'options' || (name === 'relationship_filter' && draft[name] !== null) ? toJson(draft[name]) : draft[name]))

/** Writes a new field. */
export async function insertObjectField(ctx: Context, objectId: number, draft: ObjectFieldDraft): Promise<ObjectFieldRow> {
  return ctx.db.one(insert(ctx.account.id, objectId, ctx.now, ...values(written, draft)))
}

/** Writes a changed field; its key and type stay. */
export async function updateObjectField(ctx: Context, id: number, draft: ObjectFieldDraft): Promise<ObjectFieldRow> {
  return ctx.db.one(update(ctx.account.id, id, ctx.now, ...values(WRITTEN, draft)))
}

/** Removes a field; its key cannot be used again. */
export async function deleteObjectField(ctx: Context, { id, key, custom_object_id }: ObjectFieldRow): Promise<void> {
  await ctx.db.run(removeUniqueValues(ctx.account.id, id))
  await ctx.db.run(remove(ctx.account.id, id))
  await ctx.db.run(recordUsedKey(ctx.account.id, custom_object_id, key))
}

/** The keys of an object's removed fields. */
export async function findUsedKeys(ctx: Context, objectId: number): Promise<readonly string[]> {
  return (await ctx.db.first(selectSpentKeys(ctx.account.id, objectId)))?.spent_field_keys ?? []
}

/** Reorders the fields. `ids` contains all of them. */
export async function orderObjectFields(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.run(order(ctx.account.id, ids, ctx.now))
}

/** Records the existing values of a field that becomes unique. False when two records have the same value. `key` null: the name field. */
export async function insertUniqueValues(ctx: Context, field: ObjectFieldRow, key: string | null): Promise<boolean> {
  const given = [ctx.account.id, field.id, field.custom_object_id, key]
  await ctx.db.run(gather(...given))
  const { held, kept } = await ctx.db.one(countValues(...given))
  return held === kept
}

/** Deletes the recorded values of a field that is no longer unique. */
export async function deleteValues(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(removeUniqueValues(ctx.account.id, id))
}

/**
 * The next number of an autoincremented field; concurrent calls wait until this transaction ends. Undefined if autoincrement was switched
 * off.
 */
export async function takeNumber(ctx: Context, id: number): Promise<number | undefined> {
  return (await ctx.db.first(takeSequence(ctx.account.id, id)))?.number
}
