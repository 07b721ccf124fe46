/** Every statement on the fields of users and organizations. Rewriting values of removed fields: profile_rewrite_store.ts. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { UserCustomFieldsTable } from '#db/tables.ts'
import { configurationTopic } from '#db/topics.ts'
import { toJson } from '#db/types.ts'
import { NotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import { type Holder, ORGANIZATION_HOLDER, USER_HOLDER } from './holders.ts'
import type { FieldOption } from './options.ts'
import { type ProfileField, getStoredKey } from './values.ts'

/** A field of users or organizations as stored. */
export interface ProfileFieldRow extends Omit<Selectable<UserCustomFieldsTable>, 'account_id' | 'options' | 'relationship_filter'> {
  readonly options: readonly FieldOption[]
  readonly relationship_filter: Readonly<Record<string, unknown>> | null
}

/** The writable members of a field. */
export type ProfileFieldDraft = Omit<ProfileFieldRow, 'id' | 'created_at' | 'updated_at' | 'deleted_at' | 'system'>

const COLUMNS = [
  'id',
  'key',
  'type',
  'title',
  'description',
  'position',
  'active',
  'system',
  'regexp_for_validation',
  'tag',
  'options',
  'relationship_target_type',
  'relationship_filter',
  'stored_as',
  'created_at',
  'updated_at',
  'deleted_at',
] as const
const LISTED = COLUMNS.join(', ')

const byId = { key: 'id', column: 'id', kind: 'number' } as const
/** How lists of fields may be sorted. @source docs/reference/people.md §7 */
export const PROFILE_FIELD_SORTING: Sorting = {
  fallback: [{ key: 'position', column: 'position', kind: 'number' }, byId],
  cursor_fallback: [byId],
  cursor: { id: [byId], position: [{ key: 'position', column: 'position', kind: 'number' }, byId] },
}

function statementsOf({ table }: Holder) {
  return {
    all: defineStatement<ProfileFieldRow>(
      `select ${LISTED} from ${table} where account_id = $1 and deleted_at is null order by position, id`,
    ),
    one: defineStatement<ProfileFieldRow>(`select ${LISTED} from ${table} where account_id = $1 and id = $2`),
    named: defineStatement<{
      total: number
      is_taken: boolean
    }>(`select count(*)::integer as total, coalesce(bool_or(deleted_at is null), false) as is_taken
      from ${table} where account_id = $1 and key = $2`),
    insert: defineStatement<ProfileFieldRow>(`insert into ${table}
        (account_id, key, type, title, description, position, active, regexp_for_validation, tag, options, relationship_target_type, relationship_filter, stored_as, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) returning ${LISTED}`),
    update:
      defineStatement<ProfileFieldRow>(`update ${table} set title = $3, description = $4, position = $5, active = $6, regexp_for_validation = $7, tag = $8, options = $9,
      relationship_filter = $10, updated_at = $11 where account_id = $1 and id = $2 returning ${LISTED}`),
    remove: defineStatement<unknown>(
      `update ${table} set active = false, deleted_at = $3, updated_at = $3 where account_id = $1 and id = $2`,
    ),
    order:
      defineStatement<unknown>(`update ${table} f set position = o.position, updated_at = $3 from unnest($2::bigint[]) with ordinality as o (id, position)
      where f.account_id = $1 and f.id = o.id and f.position <> o.position`),
  }
}
const STATEMENTS = { user_fields: statementsOf(USER_HOLDER), organization_fields: statementsOf(ORGANIZATION_HOLDER) }

/** The undeleted fields of a holder by position, cached: for reading and presenting values. */
export async function profileFields(ctx: Context, { fields }: Holder): Promise<readonly ProfileField[]> {
  const load = () => ctx.services.database.all(STATEMENTS[fields].all(ctx.account.id))
  return ctx.services.cache.load(configurationTopic(ctx.account.id), fields, load)
}

/** The keys of the undeleted fields, each with the key its values are stored under. */
export async function profileKeys(ctx: Context, holder: Holder): Promise<ReadonlyMap<string, string>> {
  return new Map((await profileFields(ctx, holder)).map((field) => [field.key, getStoredKey(field)]))
}

/** The undeleted fields by position, not cached: for acts that change them. */
export function allProfileFields(ctx: Context, { fields }: Holder): Promise<ProfileFieldRow[]> {
  return ctx.db.all(STATEMENTS[fields].all(ctx.account.id))
}

/** A page of the undeleted fields. */
export function listProfileFields(ctx: Context, { table }: Holder, paging: Paging): Promise<Page<ProfileFieldRow>> {
  const select = q.selectFrom(table).select(COLUMNS).where('account_id', '=', ctx.account.id).where('deleted_at', 'is', null)
  return readPage(ctx, select.$castTo<ProfileFieldRow>(), paging)
}

/** The field with this id, including deleted ones, or the undeleted field with this key. @throws NotFound */
export async function getProfileField(ctx: Context, holder: Holder, name: string): Promise<ProfileFieldRow> {
  const row = /^\d+$/.test(name)
    ? Number.isSafeInteger(Number(name)) && (await ctx.db.first(STATEMENTS[holder.fields].one(ctx.account.id, Number(name))))
    : (await allProfileFields(ctx, holder)).find((field) => field.key === name)
  if (!row) throw new NotFound()
  return row
}

/**
 * Whether an undeleted field has this key, and the key that a new field would store its values under: distinct from those of deleted
 * fields.
 */
export async function keyState(
  ctx: Context,
  { fields }: Holder,
  key: string,
): Promise<Pick<ProfileFieldRow, 'stored_as'> & { is_taken: boolean }> {
  const { total, is_taken } = await ctx.db.one(STATEMENTS[fields].named(ctx.account.id, key))
  // `#` cannot occur in a key
  return { is_taken, stored_as: total === 0 ? null : `${key}#${total}` }
}

/** Writes a new field. */
export async function insertProfileField(ctx: Context, { fields }: Holder, draft: ProfileFieldDraft): Promise<ProfileFieldRow> {
  const { key, type, title, description, position, active, regexp_for_validation, tag, options } = draft
  const { relationship_target_type, relationship_filter, stored_as } = draft
  const own = [key, type, title, description, position, active, regexp_for_validation, tag, toJson(options), relationship_target_type]
  const filter = relationship_filter === null ? null : toJson(relationship_filter)
  return ctx.db.one(STATEMENTS[fields].insert(ctx.account.id, ...own, filter, stored_as, ctx.now))
}

/** Writes a changed field; its key and type stay. */
export async function updateProfileField(ctx: Context, { fields }: Holder, id: number, draft: ProfileFieldDraft): Promise<ProfileFieldRow> {
  const { title, description, position, active, regexp_for_validation, tag, options, relationship_filter } = draft
  const own = [title, description, position, active, regexp_for_validation, tag, toJson(options)]
  return ctx.db.one(
    STATEMENTS[fields].update(ctx.account.id, id, ...own, relationship_filter === null ? null : toJson(relationship_filter), ctx.now),
  )
}

/** Marks a field as deleted and inactive; it stays findable by id. */
export async function deleteProfileField(ctx: Context, { fields }: Holder, id: number): Promise<void> {
  await ctx.db.run(STATEMENTS[fields].remove(ctx.account.id, id, ctx.now))
}

/** Reorders the fields. `ids` contains all of them. */
export async function orderProfileFields(ctx: Context, { fields }: Holder, ids: readonly number[]): Promise<void> {
  await ctx.db.run(STATEMENTS[fields].order(ctx.account.id, ids, ctx.now))
}
