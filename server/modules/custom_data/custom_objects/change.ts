/** The acts on custom objects: create, change, remove. @source docs/reference/custom_objects.md §1 */
import { requirePermission } from '#permissions/permissions.ts'
import { lockAccount } from '#accounts/lock.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { refuseInvalid, Unprocessable, orNotFound } from '#core/errors.ts'
import { enqueue } from '#queue/enqueue.ts'
import { chooseWrittenText } from '#lib/raw_text.ts'
import { releaseFiles } from '#modules/common/attachments/store_file.ts'
import { recordConfigurationChange } from '#modules/common/audit_logs/record_store.ts'
import { checkKey, checkObject, type ObjectDraft } from './check.ts'
import { MAX_OBJECTS } from './limits.ts'
import type { CustomObjectInput } from './schema.ts'
import {
  type CustomObjectRow,
  deleteCustomObject,
  deleteObjectRemains,
  deleteSomeRecords,
  getCustomObject,
  insertCustomObject,
  readCustomObjects,
  updateCustomObject,
} from './store.ts'

const NEW: ObjectDraft = {
  key: '',
  title: '',
  title_pluralized: '',
  description: '',
  include_in_list_view: true,
  allows_attachments: false,
  allows_photos: false,
}

function draftObject(before: ObjectDraft, input: CustomObjectInput): ObjectDraft {
  return {
    key: before.key,
    title: chooseWrittenText(input.raw_title, input.title, before.title).trim(),
    title_pluralized: chooseWrittenText(input.raw_title_pluralized, input.title_pluralized, before.title_pluralized).trim(),
    description: chooseWrittenText(input.raw_description, input.description, before.description),
    include_in_list_view: input.include_in_list_view ?? before.include_in_list_view,
    allows_attachments: input.allows_attachments ?? before.allows_attachments,
    allows_photos: input.allows_photos ?? before.allows_photos,
  }
}

async function auditAndInvalidate(tx: Context, row: CustomObjectRow, action: 'create' | 'update' | 'destroy', what: string): Promise<void> {
  await recordConfigurationChange(tx, {
    action,
    source_type: 'custom_object',
    source_id: row.id,
    source_label: row.title,
    change_description: what,
  })
}

/** Creates an object. @throws Forbidden @throws RecordInvalid @throws Unprocessable when the limit is reached */
export async function createCustomObject(ctx: Context, input: CustomObjectInput): Promise<CustomObjectRow> {
  requirePermission(ctx, 'custom_object.manage')
  const draft = draftObject({ ...NEW, key: (input.key ?? '').trim() }, input)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const others = await readCustomObjects(tx)
    const isTaken = others.some((one) => one.key === draft.key)
    refuseInvalid({ ...checkKey(draft.key, isTaken), ...checkObject(draft) })
    if (others.length >= MAX_OBJECTS) throw new Unprocessable('LimitExceeded', `There may be at most ${MAX_OBJECTS} custom objects`)
    const row = await insertCustomObject(tx, draft)
    await auditAndInvalidate(tx, row, 'create', `Created as ${row.key}`)
    return row
  })
}

/** Changes an object; its key stays. @throws Forbidden @throws NotFound @throws RecordInvalid */
export async function changeCustomObject(ctx: Context, key: string, input: CustomObjectInput): Promise<CustomObjectRow> {
  requirePermission(ctx, 'custom_object.manage')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx)
    const before = orNotFound((await readCustomObjects(tx)).find((one) => one.key === key))
    const draft = draftObject(before, input)
    refuseInvalid(checkObject(draft))
    const row = await updateCustomObject(tx, before.id, draft)
    await auditAndInvalidate(tx, row, 'update', 'Changed')
    return row
  })
}

/** Removes an object; a job removes its records, fields and rules. @throws Forbidden @throws NotFound */
export async function removeCustomObject(ctx: Context, key: string): Promise<void> {
  requirePermission(ctx, 'custom_object.manage')
  const before = await getCustomObject(ctx, key)
  await inTransaction(ctx, async (tx) => {
    await deleteCustomObject(tx, before.id)
    await enqueue(tx, 'empty_custom_object', { id: before.id })
    await auditAndInvalidate(tx, before, 'destroy', 'Deleted with its records')
  })
}

/** The job: deletes the records of a deleted object in batches, and then the object itself. Can be repeated. */
export async function emptyCustomObject(ctx: Context, { id }: { id: number }): Promise<void> {
  const step = () =>
    inTransaction(ctx, async (tx) => {
      const { count, files } = await deleteSomeRecords(tx, id)
      await releaseFiles(tx, files)
      return count
    })
  while ((await step()) > 0);
  await inTransaction(ctx, (tx) => deleteObjectRemains(tx, id))
}
