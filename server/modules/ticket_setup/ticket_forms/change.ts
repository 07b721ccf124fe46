/** The acts on ticket forms: create, change, clone, remove, order. @source docs/reference/fields_and_forms.md §5 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'
import { NotFound, refuseInvalid } from '#core/errors.ts'
import { freeKey, keyFrom } from '#lib/key.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { allBrands } from '#modules/account/brands/store.ts'
import { isNotDeleted, listStatuses } from '../custom_statuses/store.ts'
import { checkTicketForm, type FormReferences } from './check.ts'
import { statusesNamed } from './conditions.ts'
import { BLANK_FORM, draftTicketForm } from './draft.ts'
import { formFields } from './field_store.ts'
import type { TicketFormInput } from './schema.ts'
import {
  deleteTicketForm,
  findTicketForms,
  getTicketForm,
  insertTicketForm,
  orderTicketForms,
  findUsedKeys,
  type TicketFormDraft,
  type TicketFormRow,
  updateTicketForm,
} from './store.ts'

/** What a form may refer to. Of the deleted statuses, only those it refers to already, so that it can be sent back unchanged. */
async function loadReferences(tx: Context, before: TicketFormDraft): Promise<FormReferences> {
  const brands = await allBrands(tx)
  const brand_ids = brands.filter((brand) => !brand.is_deleted).map((brand) => brand.id)
  const named = statusesNamed(before.agent_conditions)
  const statuses = (await listStatuses(tx)).filter((status) => isNotDeleted(status) || named.has(status.id))
  return { fields: await formFields(tx), brand_ids, statuses }
}

async function recordChange(
  tx: Context,
  row: TicketFormRow,
  action: 'create' | 'update' | 'destroy',
  change_description: string,
): Promise<void> {
  await recordConfigurationChange(tx, { action, source_type: 'ticket_form', source_id: row.id, source_label: row.name, change_description })
}

async function write(tx: Context, draft: TicketFormDraft, how: string): Promise<TicketFormRow> {
  const row = await insertTicketForm(tx, freeKey(keyFrom(draft.name), await findUsedKeys(tx)), draft)
  await recordChange(tx, row, 'create', how)
  return row
}

/** Creates a form. @throws Forbidden @throws RecordInvalid */
export async function createTicketForm(ctx: Context, input: TicketFormInput): Promise<TicketFormRow> {
  requirePermission(ctx, 'ticket_form.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const at = await loadReferences(tx, BLANK_FORM)
    const draft = draftTicketForm(BLANK_FORM, input, at.fields)
    refuseInvalid(checkTicketForm(draft, at))
    return write(tx, draft, 'Created')
  })
}

async function lockUndeletedForm(tx: Context, id: number): Promise<TicketFormRow> {
  await lockAccount(tx)
  const row = await getTicketForm(tx, id)
  if (row.deleted_at !== null) throw new NotFound()
  return row
}

/** Changes a form. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeTicketForm(ctx: Context, id: number, input: TicketFormInput): Promise<TicketFormRow> {
  requirePermission(ctx, 'ticket_form.manage')
  return inTransaction(ctx, async (tx) => {
    const before = await lockUndeletedForm(tx, id)
    const at = await loadReferences(tx, before)
    const draft = draftTicketForm(before, input, at.fields)
    refuseInvalid(checkTicketForm(draft, at, before))
    const row = await updateTicketForm(tx, before, draft)
    await recordChange(tx, row, 'update', before.name === row.name ? 'Changed' : `Changed; the name was ${before.name}`)
    return row
  })
}

/** Copies a form; with `prepend`, the name starts with "Clone of". @throws Forbidden @throws NotFound */
export async function cloneTicketForm(ctx: Context, id: number, prepend: boolean): Promise<TicketFormRow> {
  requirePermission(ctx, 'ticket_form.manage')
  return inTransaction(ctx, async (tx) => {
    const {
      id: _id,
      key: _key,
      created_at: _created,
      updated_at: _updated,
      deleted_at: _deleted,
      ...like
    } = await lockUndeletedForm(tx, id)
    const nameClone = (name: string) => (prepend ? `Clone of ${name}`.slice(0, 255) : name)
    return write(
      tx,
      { ...like, name: nameClone(like.name), display_name: nameClone(like.display_name), default: false, position: 9999 },
      `Cloned from ${id}`,
    )
  })
}

/**
 * Removes a form. It can still be read by id, and tickets keep it.
 * @throws Forbidden @throws NotFound @throws RecordInvalid for the default form
 */
export async function removeTicketForm(ctx: Context, id: number): Promise<void> {
  requirePermission(ctx, 'ticket_form.manage')
  await inTransaction(ctx, async (tx) => {
    const row = await lockUndeletedForm(tx, id)
    if (row.default) refuseInvalid({ base: [{ description: 'The default form cannot be deleted', error: 'InvalidValue' }] })
    await deleteTicketForm(tx, id)
    await recordChange(tx, row, 'destroy', 'Deleted')
  })
}

/** Orders the forms: the named ones first, the others after them in their present order. @throws Forbidden @throws NotFound */
export async function reorderTicketForms(ctx: Context, ids: readonly number[]): Promise<TicketFormRow[]> {
  requirePermission(ctx, 'ticket_form.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const all = (await findTicketForms(tx)).map((form) => form.id)
    if (ids.some((id) => !all.includes(id))) throw new NotFound()
    await orderTicketForms(tx, [...new Set([...ids, ...all])])
    const rows = await findTicketForms(tx)
    await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
    return rows
  })
}
