/** Every statement on ticket forms. Removing a field from them: field_store.ts. */
import { type Selectable, sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { TicketFormsTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { FormCondition } from './conditions.ts'

/** A form as stored. */
export interface TicketFormRow extends Omit<Selectable<TicketFormsTable>, 'account_id' | 'agent_conditions' | 'end_user_conditions'> {
  readonly agent_conditions: readonly FormCondition[]
  readonly end_user_conditions: readonly FormCondition[]
}

/** The members of a form that are written together. */
export type TicketFormDraft = Omit<TicketFormRow, 'id' | 'key' | 'created_at' | 'updated_at' | 'deleted_at'>

/** The filter of a list of forms. `brand_id`: the forms of this brand; `none`: no forms. */
export interface TicketFormFilter {
  readonly ids?: readonly number[]
  readonly active?: boolean
  readonly end_user_visible?: boolean
  readonly brand_id?: number
  readonly none?: boolean
}

const WRITTEN = [
  'name',
  'display_name',
  'position',
  'active',
  'default',
  'end_user_visible',
  'in_all_brands',
  'restricted_brand_ids',
  'ticket_field_ids',
  'agent_conditions',
  'end_user_conditions',
] as const
const COLUMNS = ['id', 'key', ...WRITTEN, 'created_at', 'updated_at', 'deleted_at'] as const
const quoteColumn = (name: string) => `"${name}"`
const LISTED = COLUMNS.map(quoteColumn).join(', ')

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const byPosition = [{ key: 'position', column: 'position', kind: 'number' }, byId] as const
/** By position; cursor pages by id. */
export const TICKET_FORM_SORTING: Sorting = {
  fallback: byPosition,
  cursor_fallback: [byId],
  cursor: { id: [byId], position: byPosition },
}

const insert =
  defineStatement<TicketFormRow>(`insert into ticket_forms (account_id, key, created_at, updated_at, ${WRITTEN.map(quoteColumn).join(', ')})
  values ($1, $2, $3, $3, ${WRITTEN.map((_name, index) => `$${index + 4}`).join(', ')}) returning ${LISTED}`)
const update = defineStatement<TicketFormRow>(
  `update ticket_forms set updated_at = $3, ${WRITTEN.map((name, index) => `"${name}" = $${index + 4}`).join(', ')} where account_id = $1 and id = $2 returning ${LISTED}`,
)
const undefault = defineStatement<unknown>('update ticket_forms set "default" = false, updated_at = $2 where account_id = $1 and "default"')
const remove = defineStatement<unknown>(
  'update ticket_forms set active = false, deleted_at = $3, updated_at = $3 where account_id = $1 and id = $2',
)
const order = defineStatement<unknown>(`update ticket_forms f set position = o.position, updated_at = $3
  from unnest($2::bigint[]) with ordinality as o (id, position) where f.account_id = $1 and f.id = o.id and f.position <> o.position`)
const selectKeys = defineStatement<{ key: string }>('select key from ticket_forms where account_id = $1')

function select(ctx: Context, filter: TicketFormFilter) {
  const { ids, active, end_user_visible, brand_id, none } = filter
  let query = q.selectFrom('ticket_forms').select(COLUMNS).where('account_id', '=', ctx.account.id).where('deleted_at', 'is', null)
  if (ids !== undefined) query = query.where('id', 'in', ids.length === 0 ? [-1] : ids)
  if (active !== undefined) query = query.where('active', '=', active)
  if (end_user_visible !== undefined) query = query.where('end_user_visible', '=', end_user_visible)
  if (brand_id !== undefined) query = query.where(sql<boolean>`(in_all_brands or restricted_brand_ids @> array[${brand_id}::bigint])`)
  if (none === true) query = query.where(sql<boolean>`false`)
  return query.$castTo<TicketFormRow>()
}

/** The forms that are not deleted, by position. */
export function findTicketForms(ctx: Context, filter: TicketFormFilter = {}): Promise<TicketFormRow[]> {
  return ctx.db.all(select(ctx, filter).orderBy('position').orderBy('id'))
}

/** A page of the forms that are not deleted. */
export function listTicketForms(ctx: Context, filter: TicketFormFilter, paging: Paging): Promise<Page<TicketFormRow>> {
  return readPage(ctx, select(ctx, filter), paging)
}

/** The form, deleted or not. @throws NotFound */
export async function getTicketForm(ctx: Context, id: number): Promise<TicketFormRow> {
  return orNotFound(
    await ctx.db.first(
      q.selectFrom('ticket_forms').select(COLUMNS).where('account_id', '=', ctx.account.id).where('id', '=', id).$castTo<TicketFormRow>(),
    ),
  )
}

/** The keys of all forms, including deleted ones. */
export async function findUsedKeys(ctx: Context): Promise<ReadonlySet<string>> {
  return new Set((await ctx.db.all(selectKeys(ctx.account.id))).map((row) => row.key))
}

function toParameters(draft: TicketFormDraft): unknown[] {
  return WRITTEN.map((name) => (name === 'agent_conditions' || name === 'end_user_conditions' ? toJson(draft[name]) : draft[name]))
}

/** Writes a new form. A new default form replaces the former default. */
export async function insertTicketForm(ctx: Context, key: string, draft: TicketFormDraft): Promise<TicketFormRow> {
  if (draft.default) await ctx.db.run(undefault(ctx.account.id, ctx.now))
  return ctx.db.one(insert(ctx.account.id, key, ctx.now, ...toParameters(draft)))
}

/** Writes a changed form. A new default form replaces the former default. */
export async function updateTicketForm(ctx: Context, before: TicketFormRow, draft: TicketFormDraft): Promise<TicketFormRow> {
  if (draft.default && !before.default) await ctx.db.run(undefault(ctx.account.id, ctx.now))
  return ctx.db.one(update(ctx.account.id, before.id, ctx.now, ...toParameters(draft)))
}

/** Marks a form as deleted and inactive; it can still be read by id. */
export async function deleteTicketForm(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id, ctx.now))
}

/** Sets the positions of forms to this order of all their ids. */
export async function orderTicketForms(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.run(order(ctx.account.id, ids, ctx.now))
}
