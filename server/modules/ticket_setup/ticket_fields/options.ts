/** The acts on single options of a ticket field. @source docs/reference/fields_and_forms.md §3 */
import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { type FieldOption, type OptionInput, putOption, requireOptionName } from '#modules/custom_data/custom_fields/options.ts'
import { writeTicketField } from './change.ts'
import { getTicketField, type TicketFieldRow } from './store.ts'

/** The field, if its type has options of its own; other fields have no options endpoint. @throws NotFound */
export async function getFieldWithOptions(ctx: Context, id: number): Promise<TicketFieldRow> {
  const row = await getTicketField(ctx, id)
  if (row.type !== 'tagger' && row.type !== 'multiselect') throw new NotFound()
  return row
}

/** Adds an option, or changes the one with this id or value. @throws BadRequest without a name @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function putTicketFieldOption(
  ctx: Context,
  fieldId: number,
  input: OptionInput,
): Promise<{ row: TicketFieldRow; option: FieldOption; isNew: boolean }> {
  requirePermission(ctx, 'ticket_field.manage')
  requireOptionName(input)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getFieldWithOptions(tx, fieldId)
    const { options, draft } = putOption(before.options, input)
    const row = await writeTicketField(tx, before, { ...before, options })
    return { row, option: ensureDefined(row.options.find((one) => one.value === draft.value)), isNew: draft.id === null }
  })
}

/** Removes an option from its field and, by a job, from all tickets. @throws Forbidden @throws NotFound @throws RecordInvalid for the last one */
export async function removeTicketFieldOption(ctx: Context, fieldId: number, optionId: number): Promise<void> {
  requirePermission(ctx, 'ticket_field.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getFieldWithOptions(tx, fieldId)
    const options = before.options.filter((option) => option.id !== optionId)
    if (options.length === before.options.length) throw new NotFound()
    await writeTicketField(tx, before, { ...before, options })
  })
}
