/** Every statement on ticket fields. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { TicketFieldsTable } from '#db/tables.ts'
import { toJson } from '#db/types.ts'
import { orNotFound } from '#core/errors.ts'
import { countRows, type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { FieldOption } from '#modules/custom_data/custom_fields/options.ts'

/** A ticket field as stored. The options of system fields have neither id nor default. */
export interface TicketFieldRow extends Omit<Selectable<TicketFieldsTable>, 'account_id' | 'options' | 'relationship_filter'> {
  readonly options: readonly FieldOption[]
  readonly relationship_filter: Readonly<Record<string, unknown>> | null
}

/** The members of a field that are written together. */
export type TicketFieldDraft = Omit<TicketFieldRow, 'id' | 'key' | 'system' | 'creator_user_id' | 'created_at' | 'updated_at'>

/** The filter of a list of fields. `portal`: only those that end users see. */
export interface TicketFieldFilter {
  readonly portal: boolean
}

const WRITTEN = [
  'type',
  'title',
  'title_in_portal',
  'description',
  'agent_description',
  'position',
  'active',
  'required',
  'collapsed_for_agents',
  'visible_in_portal',
  'editable_in_portal',
  'required_in_portal',
  'regexp_for_validation',
  'tag',
  'sub_type_id',
  'options',
  'relationship_target_type',
  'relationship_filter',
] as const
const COLUMNS = ['id', 'key', 'system', 'creator_user_id', 'created_at', 'updated_at', ...WRITTEN] as const
const LISTED = COLUMNS.join(', ')

const byId = { key: 'id', column: 'id', kind: 'number' } as const
const byPosition = [{ key: 'position', column: 'position', kind: 'number' }, byId] as const
/** Lists without pages and offset pages are sorted by position, cursor pages by id. @source docs/reference/fields_and_forms.md §4 */
export const TICKET_FIELD_SORTING: Sorting = {
  fallback: byPosition,
  cursor_fallback: [byId],
  cursor: { id: [byId], position: byPosition },
}

const selectAll = defineStatement<TicketFieldRow>(`select ${LISTED} from ticket_fields where account_id = $1 order by position, id`)
const insert =
  defineStatement<TicketFieldRow>(`insert into ticket_fields (account_id, key, creator_user_id, created_at, updated_at, ${WRITTEN.join(', ')})
  values ($1, $2, $3, $4, $4, ${WRITTEN.map((_name, index) => `$${index + 5}`).join(', ')}) returning ${LISTED}`)
const update = defineStatement<TicketFieldRow>(
  `update ticket_fields set updated_at = $3, ${WRITTEN.map((name, index) => `${name} = $${index + 4}`).join(', ')} where account_id = $1 and id = $2 returning ${LISTED}`,
)
const remove = defineStatement<unknown>('delete from ticket_fields where account_id = $1 and id = $2')
const order = defineStatement<unknown>(`update ticket_fields f set position = o.position, updated_at = $3
  from unnest($2::bigint[]) with ordinality as o (id, position) where f.account_id = $1 and f.id = o.id and f.position <> o.position`)

function select(ctx: Context, { portal }: TicketFieldFilter) {
  const query = q.selectFrom('ticket_fields').select(COLUMNS).where('account_id', '=', ctx.account.id).$castTo<TicketFieldRow>()
  return portal ? query.where('active', '=', true).where('visible_in_portal', '=', true) : query
}

/** All fields by position. */
export function allTicketFields(ctx: Context, filter: TicketFieldFilter = { portal: false }): Promise<TicketFieldRow[]> {
  return filter.portal ? ctx.db.all(select(ctx, filter).orderBy('position').orderBy('id')) : ctx.db.all(selectAll(ctx.account.id))
}

/** A page of fields. */
export function listTicketFields(ctx: Context, filter: TicketFieldFilter, paging: Paging): Promise<Page<TicketFieldRow>> {
  return readPage(ctx, select(ctx, filter), paging)
}

/** How many fields there are. */
export function countTicketFields(ctx: Context): Promise<number> {
  return countRows(ctx, select(ctx, { portal: false }))
}

/** @throws NotFound */
export async function getTicketField(ctx: Context, id: number): Promise<TicketFieldRow> {
  return orNotFound(await ctx.db.first(select(ctx, { portal: false }).where('id', '=', id)))
}

function toParameters(draft: TicketFieldDraft): unknown[] {
  return WRITTEN.map((name) => {
    const value = draft[name]
    return name === 'options' || (name === 'relationship_filter' && value !== null) ? toJson(value) : value
  })
}

/** Writes a new field. */
export async function insertTicketField(ctx: Context, key: string, draft: TicketFieldDraft): Promise<TicketFieldRow> {
  return ctx.db.one(insert(ctx.account.id, key, ctx.actor.id, ctx.now, ...toParameters(draft)))
}

/** Writes a changed field. */
export async function updateTicketField(ctx: Context, id: number, draft: TicketFieldDraft): Promise<TicketFieldRow> {
  return ctx.db.one(update(ctx.account.id, id, ctx.now, ...toParameters(draft)))
}

/** Removes a field. */
export async function deleteTicketField(ctx: Context, id: number): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}

/** Sets the positions of fields to this order of all their ids. */
export async function orderTicketFields(ctx: Context, ids: readonly number[]): Promise<void> {
  await ctx.db.run(order(ctx.account.id, ids, ctx.now))
}
