/** The acts on the statuses that forms offer. A form without any offers all. @source docs/reference/fields_and_forms.md §5.2 */
import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { NotFound, refuseInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { getUndeletedStatus, isNotDeleted, listStatuses } from '../custom_statuses/store.ts'
import { findTicketForms, getTicketForm } from '../ticket_forms/store.ts'
import type { FormStatusInput } from './schema.ts'
import { deleteFormStatuses, findFormStatuses, type FormStatusRow, insertFormStatuses, updateFormStatus } from './store.ts'

/** Runs `work` under the account lock and records it in the audit log of the form. */
async function writeFormStatuses<Result>(
  ctx: Context,
  formId: number,
  how: string,
  work: (tx: Context) => Promise<Result>,
): Promise<Result> {
  requirePermission(ctx, 'ticket_form.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const form = await getTicketForm(tx, formId)
    if (form.deleted_at !== null) throw new NotFound()
    const result = await work(tx)
    await recordConfigurationChange(tx, {
      action: 'update',
      source_type: 'ticket_form',
      source_id: formId,
      source_label: form.name,
      change_description: how,
    })
    return result
  })
}

async function refuseUnknown(tx: Context, given: readonly FormStatusInput[]): Promise<void> {
  const known = new Set((await listStatuses(tx)).filter(isNotDeleted).map((status) => status.id))
  if (given.some((row) => row.custom_status_id == null || !known.has(row.custom_status_id)))
    refuseInvalid({ custom_status_id: [makeInvalidProblem('Custom status')] })
}

/** Adds statuses to those a form offers. @throws Forbidden @throws NotFound @throws RecordInvalid */
export function addFormStatuses(ctx: Context, formId: number, given: readonly FormStatusInput[]): Promise<FormStatusRow[]> {
  return writeFormStatuses(ctx, formId, 'Statuses added', async (tx) => {
    await refuseUnknown(tx, given)
    const ids = [...new Set(given.map((row) => ensureDefined(row.custom_status_id)))]
    return insertFormStatuses(
      tx,
      ids.map((custom_status_id) => ({ ticket_form_id: formId, custom_status_id })),
    )
  })
}

/** Adds a status to those that several forms offer. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function addStatusToForms(ctx: Context, statusId: number, given: readonly FormStatusInput[]): Promise<FormStatusRow[]> {
  requirePermission(ctx, 'ticket_form.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const { id, agent_label } = await getUndeletedStatus(tx, statusId)
    const known = new Set((await findTicketForms(tx)).map((form) => form.id))
    if (given.some((row) => row.ticket_form_id == null || !known.has(row.ticket_form_id)))
      refuseInvalid({ ticket_form_id: [makeInvalidProblem('Ticket form')] })
    const forms = [...new Set(given.map((row) => ensureDefined(row.ticket_form_id)))]
    const rows = await insertFormStatuses(
      tx,
      forms.map((ticket_form_id) => ({ ticket_form_id, custom_status_id: id })),
    )
    const change_description = `Offered by the forms ${forms.join(', ')}`
    await recordConfigurationChange(tx, {
      action: 'update',
      source_type: 'custom_status',
      source_id: id,
      source_label: agent_label,
      change_description,
    })
    return rows
  })
}

/** True if the API marks this item of a list for removal. */
const isMarked = ({ _destroy: mark }: FormStatusInput) => mark === true || mark === 1 || mark === '1' || mark === 'true'

/**
 * Adds, changes and removes (`_destroy`) statuses of a form; returns those it offers then.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export function changeFormStatuses(ctx: Context, formId: number, given: readonly FormStatusInput[]): Promise<FormStatusRow[]> {
  return writeFormStatuses(ctx, formId, 'Statuses changed', async (tx) => {
    const own = await findFormStatuses(tx, { ticket_form_id: formId })
    const rowOf = (row: FormStatusInput) =>
      own.find((one) => (row.id == null ? one.custom_status_id === row.custom_status_id : one.id === row.id))
    const gone = given.filter(isMarked).map(rowOf)
    const kept = given.filter((row) => !isMarked(row))
    const changed = kept.filter((row) => row.id != null)
    if ([...gone, ...changed.map(rowOf)].includes(undefined)) throw new NotFound()
    await refuseUnknown(
      tx,
      kept.map((row) => ({ custom_status_id: row.custom_status_id ?? rowOf(row)?.custom_status_id ?? null })),
    )
    await deleteFormStatuses(
      tx,
      gone.map((row) => ensureDefined(row).id),
    )
    const left = own.filter((row) => !gone.includes(row))
    for (const row of changed) {
      const wanted = row.custom_status_id ?? ensureDefined(rowOf(row)).custom_status_id
      if (left.some((one) => one.custom_status_id === wanted && one.id !== row.id))
        refuseInvalid({ custom_status_id: [{ description: 'Custom status: has already been taken', error: 'DuplicateValue' }] })
      await updateFormStatus(tx, ensureDefined(row.id), wanted)
    }
    const fresh = [...new Set(kept.filter((row) => row.id == null).map((row) => ensureDefined(row.custom_status_id)))]
    await insertFormStatuses(
      tx,
      fresh.map((custom_status_id) => ({ ticket_form_id: formId, custom_status_id })),
    )
    return findFormStatuses(tx, { ticket_form_id: formId })
  })
}

/** Removes statuses from a form; all of them without ids. @throws Forbidden @throws NotFound for a row the form does not have */
export function removeFormStatuses(ctx: Context, formId: number, ids: readonly string[] | undefined): Promise<void> {
  return writeFormStatuses(ctx, formId, 'Statuses removed', async (tx) => {
    const own = (await findFormStatuses(tx, { ticket_form_id: formId })).map((row) => row.id)
    if (ids?.some((id) => !own.includes(id)) === true) throw new NotFound()
    await deleteFormStatuses(tx, ids ?? own)
  })
}
