/** The acts on the fields of users and organizations: create, change, remove, order; their options one by one. @source docs/reference/people.md §7 */
import { ensureDefined } from '#lib/defined.ts'
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'
import { NotFound, refuseInvalid } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import { checkDefinition } from './definition.ts'
import type { Holder } from './holders.ts'
import { checkKey, draftKeyedField, draftNewKeyedField } from './keyed_field.ts'
import type { KeyedFieldInput } from './keyed_field_schema.ts'
import { numberOptions } from './option_store.ts'
import { type FieldOption, type OptionDraft, type OptionInput, putOption, requireOptionName } from './options.ts'
import type { ProfileRewrite } from './profile_rewrite_store.ts'
import {
  allProfileFields,
  deleteProfileField,
  getProfileField,
  insertProfileField,
  orderProfileFields,
  type ProfileFieldDraft,
  type ProfileFieldRow,
  keyState,
  updateProfileField,
} from './profile_store.ts'
import { recordFieldChange } from './record_change.ts'
import { type FieldRewrite, rewriteOfField, rewriteOfOptions } from './rewrite.ts'
import { PROFILE_FIELD_TYPES } from './types.ts'
import { getStoredKey } from './values.ts'

type Draft = Omit<ProfileFieldDraft, 'options'> & { readonly options: readonly OptionDraft[] }

/**
 * Creates a field. The key of a deleted field can be reused: the new field does not get the old values, even while a job still removes
 * them.
 * @throws Forbidden @throws RecordInvalid
 */
export async function createProfileField(ctx: Context, holder: Holder, input: KeyedFieldInput): Promise<ProfileFieldRow> {
  requirePermission(ctx, holder.manage)
  const draft = draftKeyedField(draftNewKeyedField(input), input)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const { is_taken, stored_as } = await keyState(tx, holder, draft.key)
    refuseInvalid({ ...checkKey(draft.key, is_taken), ...checkDefinition(draft, PROFILE_FIELD_TYPES) })
    const row = await insertProfileField(tx, holder, await numberOptions(tx, { ...draft, stored_as }))
    await recordFieldChange(tx, holder.field, row, 'create')
    return row
  })
}

async function lockActiveField(tx: Context, holder: Holder, name: string): Promise<ProfileFieldRow> {
  await lockAccount(tx)
  const row = await getProfileField(tx, holder, name)
  if (row.deleted_at !== null) throw new NotFound()
  return row
}

async function write(tx: Context, holder: Holder, before: ProfileFieldRow, draft: Draft): Promise<ProfileFieldRow> {
  refuseInvalid(checkDefinition(draft, PROFILE_FIELD_TYPES))
  const row = await updateProfileField(tx, holder, before.id, await numberOptions(tx, draft))
  await rewrite(tx, holder, row, rewriteOfOptions(before, row))
  await recordFieldChange(tx, holder.field, row, 'update')
  return row
}

/**
 * Changes a field; its key and type stay. Omitted options are removed from all records.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function changeProfileField(ctx: Context, holder: Holder, name: string, input: KeyedFieldInput): Promise<ProfileFieldRow> {
  requirePermission(ctx, holder.manage)
  return inTransaction(ctx, async (tx) => {
    const before = await lockActiveField(tx, holder, name)
    return write(tx, holder, before, draftKeyedField(before, input))
  })
}

/** Removes a field; a job removes its values and their tags. @throws Forbidden @throws NotFound @throws RecordInvalid for a system field */
export async function removeProfileField(ctx: Context, holder: Holder, name: string): Promise<void> {
  requirePermission(ctx, holder.manage)
  await inTransaction(ctx, async (tx) => {
    const row = await lockActiveField(tx, holder, name)
    if (row.system) refuseInvalid({ base: [{ description: 'A system field cannot be deleted', error: 'InvalidValue' }] })
    await deleteProfileField(tx, holder, row.id)
    await rewrite(tx, holder, row, rewriteOfField(row))
    await recordFieldChange(tx, holder.field, row, 'destroy')
  })
}

/** Reorders fields: those named first, the others after them in their current order. @throws Forbidden @throws NotFound */
export async function reorderProfileFields(ctx: Context, holder: Holder, ids: readonly number[]): Promise<void> {
  requirePermission(ctx, holder.manage)
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const all = (await allProfileFields(tx, holder)).map((field) => field.id)
    if (ids.some((id) => !all.includes(id))) throw new NotFound()
    await orderProfileFields(tx, holder, [...new Set([...ids, ...all])])
    await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
  })
}

/** Adds an option, or changes the one with this id or value. @throws BadRequest without a name @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function putProfileOption(
  ctx: Context,
  holder: Holder,
  name: string,
  input: OptionInput,
): Promise<{ row: ProfileFieldRow; option: FieldOption; isNew: boolean }> {
  requirePermission(ctx, holder.manage)
  requireOptionName(input)
  return inTransaction(ctx, async (tx) => {
    const before = await lockActiveField(tx, holder, name)
    const { options, draft } = putOption(before.options, input)
    const row = await write(tx, holder, before, { ...before, options })
    return { row, option: ensureDefined(row.options.find((one) => one.value === draft.value)), isNew: draft.id === null }
  })
}

/**
 * Removes an option from its field; a job removes it from all records.
 * @throws Forbidden @throws NotFound @throws RecordInvalid for the last one
 */
export async function removeProfileOption(ctx: Context, holder: Holder, name: string, optionId: number): Promise<void> {
  requirePermission(ctx, holder.manage)
  await inTransaction(ctx, async (tx) => {
    const before = await lockActiveField(tx, holder, name)
    const options = before.options.filter((option) => option.id !== optionId)
    if (options.length === before.options.length) throw new NotFound()
    await write(tx, holder, before, { ...before, options })
  })
}

async function rewrite(tx: Context, { fields }: Holder, row: ProfileFieldRow, change: FieldRewrite | undefined): Promise<void> {
  if (change !== undefined) await enqueue(tx, 'rewrite_profiles', { fields, key: getStoredKey(row), ...change } satisfies ProfileRewrite)
}
