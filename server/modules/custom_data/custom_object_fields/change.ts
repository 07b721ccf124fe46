/** The acts on the fields of custom objects: create, change, remove, order. @source docs/reference/custom_objects.md §2 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { configurationTopic } from '#db/topics.ts'
import { NotFound, refuseInvalid } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import { numberOptions } from '../custom_fields/option_store.ts'
import { recordFieldChange } from '../custom_fields/record_change.ts'
import { requireValidField } from '../custom_fields/require_valid_field.ts'
import { type FieldRewrite, type RecordRewrite, rewriteOfField, rewriteOfOptions } from '../custom_fields/rewrite.ts'
import { type CustomObjectRow, getCustomObject, STANDARD_NAME } from '../custom_objects/store.ts'
import { checkField, checkNewField, draftField, newField } from './check.ts'
import type { ObjectFieldInput } from './schema.ts'
import {
  deleteObjectField,
  deleteValues,
  insertUniqueValues,
  insertObjectField,
  getNamedField,
  type ObjectFieldRow,
  orderObjectFields,
  readObjectFields,
  findUsedKeys,
  updateObjectField,
} from './store.ts'

/**
 * Creates a field. A key can be used only once, since a job removes the values of a removed field.
 * @throws Forbidden @throws NotFound @throws RecordInvalid
 */
export async function createObjectField(ctx: Context, objectKey: string, input: ObjectFieldInput): Promise<ObjectFieldRow> {
  requirePermission(ctx, 'custom_object.manage')
  const object = await getCustomObject(ctx, objectKey)
  const draft = draftField(newField(input), input)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const ifNew = checkNewField(draft, await readObjectFields(tx, object.id), await findUsedKeys(tx, object.id))
    await requireValidField(tx, (objects) => ({ ...checkField(draft, objects), ...ifNew }))
    const row = await insertObjectField(tx, object.id, await numberOptions(tx, draft))
    await recordFieldChange(tx, 'custom_object_field', row, 'create')
    return row
  })
}

async function getLockedField(tx: Context, object: CustomObjectRow, name: string): Promise<ObjectFieldRow> {
  await lockAccount(tx)
  return getNamedField(await readObjectFields(tx, object.id), name)
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
    const before = await getLockedField(tx, object, name)
    const draft = draftField(before, input)
    await requireValidField(tx, (objects) => checkField(draft, objects))
    const row = await updateObjectField(tx, before.id, await numberOptions(tx, draft))
    await updateUniqueValues(tx, before, row)
    await rewrite(tx, row, rewriteOfOptions(before, row))
    await recordFieldChange(tx, 'custom_object_field', row, 'update')
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
    const row = await getLockedField(tx, object, name)
    if (row.system) refuseInvalid({ base: [{ description: 'A standard field cannot be deleted', error: 'InvalidValue' }] })
    await deleteObjectField(tx, row)
    await rewrite(tx, row, rewriteOfField(row))
    await recordFieldChange(tx, 'custom_object_field', row, 'destroy')
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
