/** The options of a field, which are stored as JSON in the field's row. @source docs/reference/fields_and_forms.md §3 */
import { sql } from 'kysely'
import type { Context } from '#core/context.ts'
import { q } from '#db/builder.ts'
import { ensureDefined } from '#lib/defined.ts'
import { type Page, type Paging, readPage, type Sorting } from '#http/paging.ts'
import type { Holder } from './holders.ts'
import type { FieldOption, OptionDraft } from './options.ts'

/** An option with its position among the others. */
export interface PlacedOption extends FieldOption {
  readonly position: number
}

const byPosition = [{ key: 'position', column: 'position', kind: 'number' }] as const

/** The tables of fields with options. */
export type OptionsTable = Holder['table'] | 'ticket_fields' | 'custom_object_fields'

/** Options are sorted by their position in the field. */
export const OPTION_SORTING: Sorting = { fallback: byPosition, cursor: { position: byPosition } }

/** A page of the options of a field in this table. */
export function listOptions(ctx: Context, table: OptionsTable, fieldId: number, paging: Paging): Promise<Page<PlacedOption>> {
  const options = sql<PlacedOption>`(select (o.option ->> 'id')::bigint as id, o.option ->> 'name' as name, o.option ->> 'value' as value,
    (o.option ->> 'default')::boolean as "default", o.place - 1 as position
    from ${sql.table(table)} f cross join lateral jsonb_array_elements(f.options) with ordinality as o (option, place)
    where f.account_id = ${ctx.account.id} and f.id = ${fieldId})`.as<'options'>('options')
  return readPage<PlacedOption>(ctx, q.selectFrom(options).selectAll(), paging)
}

/** The options of a field, locked against changes until the transaction ends. Empty for a field that no longer exists. */
export async function lockOptions(tx: Context, table: OptionsTable, fieldId: number): Promise<readonly FieldOption[]> {
  const select = q.selectFrom(table).select('options').where('account_id', '=', tx.account.id).where('id', '=', fieldId).forShare()
  return (await tx.db.first(select.$castTo<{ options: readonly FieldOption[] }>()))?.options ?? []
}

/** The options of a draft with an id each: new ones get a new id. */
export async function numberOptions<Draft extends { readonly options: readonly OptionDraft[] }>(
  tx: Context,
  draft: Draft,
): Promise<Omit<Draft, 'options'> & { readonly options: readonly FieldOption[] }> {
  const count = draft.options.filter((option) => option.id === null).length
  const ids = count === 0 ? [] : await tx.services.ids.take(tx.services.database, count)
  let next = 0
  return { ...draft, options: draft.options.map((option) => ({ ...option, id: option.id ?? ensureDefined(ids[next++]) })) }
}
