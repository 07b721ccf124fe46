/** Every statement on custom objects themselves. A new one gets the two standard fields. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { CustomObjectsTable } from '#db/tables.ts'
import { configurationTopic } from '#db/topics.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { ObjectDraft } from './check.ts'

export type CustomObjectRow = Omit<Selectable<CustomObjectsTable>, 'account_id' | 'deleted_at' | 'spent_field_keys'>

const COLUMNS = [
  'id',
  'key',
  'title',
  'title_pluralized',
  'description',
  'include_in_list_view',
  'allows_attachments',
  'allows_photos',
  'created_by_user_id',
  'updated_by_user_id',
  'created_at',
  'updated_at',
] as const
const LISTED = COLUMNS.join(', ')
const byId = { key: 'id', column: 'id', kind: 'number' } as const

/** Objects are listed in the order of their creation. */
export const OBJECT_SORTING: Sorting = { fallback: [byId], cursor: { id: [byId] } }

/** The standard fields of every object. @source docs/reference/custom_objects.md §2 */
export const STANDARD_NAME = 'standard::name'
const STANDARD_EXTERNAL_ID = 'standard::external_id'

const selectObjects = defineStatement<CustomObjectRow>(
  `select ${LISTED} from custom_objects where account_id = $1 and deleted_at is null order by id`,
)
const insert = defineStatement<CustomObjectRow>(`with made as (
    insert into custom_objects (account_id, key, title, title_pluralized, description, include_in_list_view, allows_attachments, allows_photos,
      created_by_user_id, updated_by_user_id, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $10) returning ${LISTED}),
  standing as (insert into custom_object_fields (account_id, custom_object_id, key, type, title, position, system, required, created_at, updated_at)
    select $1, made.id, f.key, 'text', f.title, f.position, true, f.required, $10, $10
    from made, (values ('${STANDARD_NAME}', 'Name', 0, true), ('${STANDARD_EXTERNAL_ID}', 'External ID', 1, false)) as f (key, title, position, required))
  select ${LISTED} from made`)
const update =
  defineStatement<CustomObjectRow>(`update custom_objects set title = $3, title_pluralized = $4, description = $5, include_in_list_view = $6,
    allows_attachments = $7, allows_photos = $8, updated_by_user_id = $9, updated_at = $10 where account_id = $1 and id = $2 returning ${LISTED}`)
const markDeleted = defineStatement<unknown>('update custom_objects set deleted_at = $3 where account_id = $1 and id = $2')

/** All objects of the account, cached. */
export async function customObjects(ctx: Context): Promise<readonly CustomObjectRow[]> {
  const load = () => ctx.services.database.all(selectObjects(ctx.account.id))
  return ctx.services.cache.load(configurationTopic(ctx.account.id), 'custom_objects', load)
}

/** The object with this key. @throws NotFound */
export async function getCustomObject(ctx: Context, key: string): Promise<CustomObjectRow> {
  return orNotFound((await customObjects(ctx)).find((one) => one.key === key))
}

/** All objects, not cached: for acts that change them. */
export function readCustomObjects(ctx: Context): Promise<CustomObjectRow[]> {
  return ctx.db.all(selectObjects(ctx.account.id))
}

/** A page of the objects. */
export function listCustomObjects(ctx: Context, paging: Paging): Promise<Page<CustomObjectRow>> {
  const select = q.selectFrom('custom_objects').select(COLUMNS).where('account_id', '=', ctx.account.id).where('deleted_at', 'is', null)
  return readPage<CustomObjectRow>(ctx, select, paging)
}

function members(draft: ObjectDraft): readonly unknown[] {
  const { title, title_pluralized, description, include_in_list_view, allows_attachments, allows_photos } = draft
  return [title, title_pluralized, description, include_in_list_view, allows_attachments, allows_photos]
}

/** Inserts an object with the standard fields. */
export async function insertCustomObject(ctx: Context, draft: ObjectDraft): Promise<CustomObjectRow> {
  return ctx.db.one(insert(ctx.account.id, draft.key, ...members(draft), ctx.actor.id, ctx.now))
}

/** Writes a changed object; its key stays. */
export async function updateCustomObject(ctx: Context, id: number, draft: ObjectDraft): Promise<CustomObjectRow> {
  return ctx.db.one(update(ctx.account.id, id, ...members(draft), ctx.actor.id, ctx.now))
}

/** Marks an object as deleted; a job removes its data. */
export async function deleteCustomObject(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(markDeleted(ctx.account.id, id, ctx.now))
}

const AT_ONCE = 500
// locks records before their attachments, in the same order as removing an attachment does: otherwise the two could deadlock
const lockSomeRecords = defineStatement<{ id: string }>(
  'select id from custom_object_records where account_id = $1 and custom_object_id = $2 order by id limit $3 for update',
)
const removeAttachments = defineStatement<{ file_id: number }>(
  'delete from custom_object_record_attachments where account_id = $1 and custom_object_record_id = any($2::text[]) returning file_id',
)
const removeValues = defineStatement<unknown>(
  'delete from custom_object_unique_values where account_id = $1 and custom_object_record_id = any($2::text[])',
)
const removeRuns = defineStatement<unknown>(
  'delete from custom_object_record_runs where account_id = $1 and custom_object_record_id = any($2::text[])',
)
const removeRecords = defineStatement<unknown>('delete from custom_object_records where account_id = $1 and id = any($2::text[])')
const REST = [
  'object_triggers',
  'object_trigger_effects',
  'object_trigger_sets',
  'custom_object_policies',
  'custom_object_access_rules',
  'custom_object_fields',
]
const removeRest = REST.map((table) => defineStatement<unknown>(`delete from ${table} where account_id = $1 and custom_object_id = $2`))
const removeObject = defineStatement<unknown>('delete from custom_objects where account_id = $1 and id = $2 and deleted_at is not null')

/** Deletes a batch of records of a deleted object. Returns their number, and the ids of their attachments' files. */
export async function deleteSomeRecords(ctx: Context, objectId: number): Promise<{ count: number; files: number[] }> {
  const ids = (await ctx.db.all(lockSomeRecords(ctx.account.id, objectId, AT_ONCE))).map((row) => row.id)
  const files = (await ctx.db.all(removeAttachments(ctx.account.id, ids))).map((row) => row.file_id)
  await ctx.db.run(removeValues(ctx.account.id, ids))
  await ctx.db.run(removeRuns(ctx.account.id, ids))
  await ctx.db.run(removeRecords(ctx.account.id, ids))
  return { count: ids.length, files }
}

/** Deletes the rest of a deleted object, once it has no records. */
export async function deleteObjectRemains(ctx: Context, objectId: number): Promise<void> {
  for (const statement of removeRest) await ctx.db.run(statement(ctx.account.id, objectId))
  await ctx.db.run(removeObject(ctx.account.id, objectId))
}
