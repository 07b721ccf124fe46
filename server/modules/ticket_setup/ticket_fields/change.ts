/** The acts on ticket fields: create, change, remove, order. Their options one by one: options.ts. @source docs/reference/fields_and_forms.md §1, §4 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'
import { NotFound, refuseInvalid } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import { freeKey, keyFrom } from '#lib/key.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { numberOptions } from '#modules/custom_data/custom_fields/option_store.ts'
import { type FieldRewrite, rewriteOfField, rewriteOfOptions } from '#modules/custom_data/custom_fields/rewrite.ts'
import { addFieldToOnlyForm, removeFieldFromForms } from './form_store.ts'
import { checkTicketField } from './check.ts'
import { BLANK_FIELD, type Draft, draftTicketField } from './draft.ts'
import type { TicketFieldInput } from './schema.ts'
import {
  allTicketFields,
  deleteTicketField,
  getTicketField,
  insertTicketField,
  orderTicketFields,
  type TicketFieldRow,
  updateTicketField,
} from './store.ts'

async function recordChange(
  tx: Context,
  row: TicketFieldRow,
  action: 'create' | 'update' | 'destroy',
  change_description: string,
): Promise<void> {
  await recordConfigurationChange(tx, {
    action,
    source_type: 'ticket_field',
    source_id: row.id,
    source_label: row.title,
    change_description,
  })
}

/** Creates a field. @throws Forbidden @throws RecordInvalid */
export async function createTicketField(ctx: Context, input: TicketFieldInput): Promise<TicketFieldRow> {
  requirePermission(ctx, 'ticket_field.manage')
  const type = input.type || BLANK_FIELD.type
  const relationship_target_type = type === 'lookup' ? (input.relationship_target_type ?? null) : null
  const draft = draftTicketField({ ...BLANK_FIELD, type, relationship_target_type }, input)
  refuseInvalid(checkTicketField(draft, false))
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const taken = new Set((await allTicketFields(tx)).map((field) => field.key))
    const row = await insertTicketField(tx, freeKey(keyFrom(draft.title), taken), await numberOptions(tx, draft))
    await addFieldToOnlyForm(tx, row.id)
    await recordChange(tx, row, 'create', `Created as ${row.type}`)
    return row
  })
}

/** Writes a changed field. A job removes values that are no longer among its options from the tickets. @throws RecordInvalid */
export async function writeTicketField(tx: Context, before: TicketFieldRow, draft: Draft): Promise<TicketFieldRow> {
  refuseInvalid(checkTicketField(draft, before.system))
  const row = await updateTicketField(tx, before.id, before.system ? { ...draft, options: before.options } : await numberOptions(tx, draft))
  const change = before.system ? undefined : rewriteOfOptions(before, row)
  if (change !== undefined) await rewrite(tx, change)
  await recordChange(tx, row, 'update', before.title === row.title ? 'Changed' : `Changed; the title was ${before.title}`)
  return row
}

/** Changes a field; its type stays. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeTicketField(ctx: Context, id: number, input: TicketFieldInput): Promise<TicketFieldRow> {
  requirePermission(ctx, 'ticket_field.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = await getTicketField(tx, id)
    return writeTicketField(tx, before, draftTicketField(before, input))
  })
}

/**
 * Removes a field from its forms and, by a job, its values and their tags from the tickets.
 * @throws Forbidden @throws NotFound @throws RecordInvalid for a system field
 */
export async function removeTicketField(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'ticket_field.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const row = await getTicketField(tx, id)
    if (row.system) refuseInvalid({ base: [{ description: 'A system field cannot be deleted', error: 'InvalidValue' }] })
    await deleteTicketField(tx, id)
    await removeFieldFromForms(tx, id)
    await rewrite(tx, rewriteOfField(row))
    await recordChange(tx, row, 'destroy', 'Deleted')
  })
}

/** Orders the fields: the named ones first, the others after them in their present order. @throws Forbidden @throws NotFound */
export async function reorderTicketFields(ctx: Context, ids: readonly number[]): Promise<void> {
  requirePermission(ctx, 'ticket_field.manage')
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const all = (await allTicketFields(tx)).map((field) => field.id)
    if (ids.some((id) => !all.includes(id))) throw new NotFound()
    await orderTicketFields(tx, [...new Set([...ids, ...all])])
    await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
  })
}

function rewrite(tx: Context, change: FieldRewrite): Promise<void> {
  return enqueue(tx, 'rewrite_field_values', change)
}
