/** The acts on the fields of custom objects: create, change, remove, order. @source docs/reference/custom_objects.md §2 */
import { requirePermission } from '../../../permissions/permissions.ts'
import { lockAccount } from '../../../accounts/lock.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { configurationTopic } from '../../../db/topics.ts'
import { type Details, NotFound, refuseInvalid } from '../../../errors.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { recordConfigurationChange } from '../../common/audit_logs/record_store.ts'
import { withIds } from '../custom_fields/options.ts'
import { type FieldRewrite, rewriteOfField, rewriteOfOptions } from '../custom_fields/rewrite.ts'
import type { RecordRewrite } from '../custom_object_records/rewrite_store.ts'
import { type CustomObjectRow, getCustomObject, readCustomObjects, STANDARD_NAME } from '../custom_objects/store.ts'
import { checkField, checkNewField, type Draft, draftField, NEW_FIELD } from './check.ts'
import type { ObjectFieldInput } from './schema.ts'
import {
  deleteObjectField,
  deleteValues,
  insertUniqueValues,
  insertObjectField,
  namedField,
  type ObjectFieldDraft,
  type ObjectFieldRow,
  orderObjectFields,
  readObjectFields,
  usedKeys,
  updateObjectField,
} from './store.ts'

/** The draft with an id for each of its options. */
async function numbered(tx: Context, draft: Draft): Promise<ObjectFieldDraft> {
  const fresh = draft.options.filter((option) => option.id === null).length
  return { ...draft, options: withIds(draft.options, fresh === 0 ? [] : await tx.services.ids.take(tx.services.database, fresh)) }
}

async function refuse(tx: Context, draft: Draft, ifNew: Details): Promise<void> {
  const objects = (await readCustomObjects(tx)).map((one) => one.key)
  refuseInvalid({ ...checkField(draft, objects), ...ifNew })
}

async function auditAndInvalidate(tx: Context, row: ObjectFieldRow, action: 'create' | 'update' | 'destroy'): Promise<void> {
  const change_description = { create: `Created as ${row.type}`, update: 'Changed', destroy: 'Deleted' }[action]
  await recordConfigurationChange(tx, {
    action,
    source_type: 'custom_object_field',
    source_id: row.id,
    source_label: row.title,
    change_description,
  })
}

/**
 * Creates a field. A key can be used only once, since a job removes the values of a removed field.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function createObjectField(ctx: Context, objectKey: string, input: ObjectFieldInput): Promise<ObjectFieldRow> {
  requirePermission(ctx, 'custom_object.manage')
  const object = await getCustomObject(ctx, objectKey)
  const type = input.type || 'text'
  const target = type === 'lookup' ? (input.relationship_target_type ?? null) : null
  const draft = draftField({ ...NEW_FIELD, key: (input.key ?? '').trim(), type, relationship_target_type: target }, input)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    await refuse(tx, draft, checkNewField(draft, await readObjectFields(tx, object.id), await usedKeys(tx, object.id)))
    const row = await insertObjectField(tx, object.id, await numbered(tx, draft))
    await auditAndInvalidate(tx, row, 'create')
    return row
  })
}

async function found(tx: Context, object: CustomObjectRow, name: string): Promise<ObjectFieldRow> {
  await lockAccount(tx)
  return namedField(await readObjectFields(tx, object.id), name)
}

async function rewrite(tx: Context, { custom_object_id, key }: ObjectFieldRow, change: FieldRewrite | undefined): Promise<void> {
  if (change === undefined) return
  await enqueue(tx, 'rewrite_custom_object_records', { object_id: custom_object_id, key, ...change } satisfies RecordRewrite)
}

/**
 * Changes a field; its key and type stay. Omitted options are removed from all records.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function changeObjectField(ctx: Context, objectKey: string, name: string, input: ObjectFieldInput): Promise<ObjectFieldRow> {
  requirePermission(ctx, 'custom_object.manage')
  const object = await getCustomObject(ctx, objectKey)
  return inTransaction(ctx, async (tx) => {
    const before = await found(tx, object, name)
    const draft = draftField(before, input)
    await refuse(tx, draft, {})
    const row = await updateObjectField(tx, before.id, await numbered(tx, draft))
    await updateUniqueValues(tx, before, row)
    await rewrite(tx, row, rewriteOfOptions(before, row))
    await auditAndInvalidate(tx, row, 'update')
    return row
  })
}

async function updateUniqueValues(tx: Context, before: ObjectFieldRow, after: ObjectFieldRow): Promise<void> {
  if (before.is_unique && !after.is_unique) await deleteValues(tx, after.id)
  if (before.is_unique || !after.is_unique) return
  if (!(await insertUniqueValues(tx, after, after.key === STANDARD_NAME ? null : after.key)))
    refuseInvalid({ properties: [{ description: 'Properties: some records have the same value', error: 'DuplicateValue' }] })
}

/** Removes a field; a job removes its values. @throws Forbidden @throws NotFound @throws RecordInvalid for a standard field */
export async function removeObjectField(ctx: Context, objectKey: string, name: string): Promise<void> {
  requirePermission(ctx, 'custom_object.manage')
  const object = await getCustomObject(ctx, objectKey)
  await inTransaction(ctx, async (tx) => {
    const row = await found(tx, object, name)
    if (row.system) refuseInvalid({ base: [{ description: 'A standard field cannot be deleted', error: 'InvalidValue' }] })
    await deleteObjectField(tx, row)
    await rewrite(tx, row, rewriteOfField(row))
    await auditAndInvalidate(tx, row, 'destroy')
  })
}

/** Reorders fields: those named first, the others after them in their current order. @throws Forbidden @throws NotFound */
export async function reorderObjectFields(ctx: Context, objectKey: string, ids: readonly number[]): Promise<void> {
  requirePermission(ctx, 'custom_object.manage')
  const object = await getCustomObject(ctx, objectKey)
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const all = (await readObjectFields(tx, object.id)).map((field) => field.id)
    if (ids.some((id) => !all.includes(id))) throw new NotFound()
    await orderObjectFields(tx, [...new Set([...ids, ...all])])
    await tx.services.cache.invalidate(tx.db, configurationTopic(tx.account.id))
  })
}
