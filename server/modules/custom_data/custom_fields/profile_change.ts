/** The acts on the fields of users and organizations: create, change, remove, order; their options one by one. @source docs/reference/people.md §7 */
import { defined } from '../../../lib/defined.ts'
import { requirePermission } from '../../../permissions/permissions.ts'
import { lockAccount } from '../../../accounts/lock.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { configurationTopic } from '../../../db/topics.ts'
import { type Details, NotFound, refuseInvalid } from '../../../errors.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { writtenText } from '../../../lib/raw_text.ts'
import { recordConfigurationChange } from '../../common/audit_logs/record_store.ts'
import { checkDefinition } from './definition.ts'
import type { Holder } from './holders.ts'
import { draftOptions, type FieldOption, type OptionDraft, type OptionInput, putOption, requireOptionName, withIds } from './options.ts'
import type { ProfileRewrite } from './profile_rewrite_store.ts'
import type { ProfileFieldInput } from './profile_schema.ts'
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
import { type FieldRewrite, rewriteOfField, rewriteOfOptions } from './rewrite.ts'
import { PROFILE_FIELD_TYPES } from './types.ts'
import { storedAs } from './values.ts'

type Draft = Omit<ProfileFieldDraft, 'options'> & { readonly options: readonly OptionDraft[] }

const NEW: Draft = {
  key: '',
  type: 'text',
  title: '',
  description: '',
  position: 9999,
  active: true,
  regexp_for_validation: null,
  tag: null,
  options: [],
  relationship_target_type: null,
  relationship_filter: null,
  stored_as: null,
}
/** Letters, digits, underscores; not digits only, since paths identify fields by id or key. */
const KEY = /^(?!\d+$)(?!__proto__$)[A-Za-z0-9_]{1,255}$/

function draftField(before: Draft & { readonly options: readonly FieldOption[] }, input: ProfileFieldInput): Draft {
  const { custom_field_options, tag = before.tag, relationship_filter = before.relationship_filter } = input
  return {
    ...before,
    title: writtenText(input.raw_title, input.title, before.title).trim(),
    description: writtenText(input.raw_description, input.description, before.description),
    position: input.position ?? before.position,
    active: input.active ?? before.active,
    regexp_for_validation: input.regexp_for_validation === undefined ? before.regexp_for_validation : input.regexp_for_validation || null,
    tag: before.type === 'checkbox' ? tag?.trim().toLowerCase().replace(/\s+/g, '_') || null : null,
    options: custom_field_options === undefined ? before.options : draftOptions(before.options, custom_field_options),
    relationship_filter,
  }
}

function checkKey(key: string, isTaken: boolean): Details {
  if (key === '') return { key: [{ description: 'Key: cannot be blank', error: 'BlankValue' }] }
  if (!KEY.test(key)) return { key: [{ description: 'Key: is invalid', error: 'InvalidValue' }] }
  return isTaken ? { key: [{ description: 'Key: has already been taken', error: 'DuplicateValue' }] } : {}
}

/** The draft with an id for each of its options. */
async function numbered(tx: Context, draft: Draft): Promise<ProfileFieldDraft> {
  const fresh = draft.options.filter((option) => option.id === null).length
  return { ...draft, options: withIds(draft.options, fresh === 0 ? [] : await tx.services.ids.take(tx.services.database, fresh)) }
}

async function auditAndInvalidate(
  tx: Context,
  { field }: Holder,
  row: ProfileFieldRow,
  action: 'create' | 'update' | 'destroy',
): Promise<void> {
  const change_description = { create: `Created as ${row.type}`, update: 'Changed', destroy: 'Deleted' }[action]
  await recordConfigurationChange(tx, { action, source_type: field, source_id: row.id, source_label: row.title, change_description })
}

/**
 * Creates a field. The key of a deleted field can be reused: the new field does not get the old values, even while a job still removes
 * them.
 * @throws Forbidden @throws RecordInvalid
 */
export async function createProfileField(ctx: Context, holder: Holder, input: ProfileFieldInput): Promise<ProfileFieldRow> {
  requirePermission(ctx, holder.manage)
  const blank = {
    ...NEW,
    options: [],
    key: (input.key ?? '').trim(),
    type: input.type || 'text',
    relationship_target_type: input.type === 'lookup' ? (input.relationship_target_type ?? null) : null,
  }
  const draft = draftField(blank, input)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const { is_taken, stored_as } = await keyState(tx, holder, draft.key)
    refuseInvalid({ ...checkKey(draft.key, is_taken), ...checkDefinition(draft, PROFILE_FIELD_TYPES) })
    const row = await insertProfileField(tx, holder, await numbered(tx, { ...draft, stored_as }))
    await auditAndInvalidate(tx, holder, row, 'create')
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
  const row = await updateProfileField(tx, holder, before.id, await numbered(tx, draft))
  await rewrite(tx, holder, row, rewriteOfOptions(before, row))
  await auditAndInvalidate(tx, holder, row, 'update')
  return row
}

/**
 * Changes a field; its key and type stay. Omitted options are removed from all records.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function changeProfileField(ctx: Context, holder: Holder, name: string, input: ProfileFieldInput): Promise<ProfileFieldRow> {
  requirePermission(ctx, holder.manage)
  return inTransaction(ctx, async (tx) => {
    const before = await lockActiveField(tx, holder, name)
    return write(tx, holder, before, draftField(before, input))
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
    await auditAndInvalidate(tx, holder, row, 'destroy')
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
    return { row, option: defined(row.options.find((one) => one.value === draft.value)), isNew: draft.id === null }
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
  if (change !== undefined) await enqueue(tx, 'rewrite_profiles', { fields, key: storedAs(row), ...change } satisfies ProfileRewrite)
}
