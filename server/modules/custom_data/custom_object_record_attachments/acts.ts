/** The acts on attachments of custom object records. @source docs/reference/custom_objects.md §3.4 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { BadRequest } from '#core/errors.ts'
import type { RequestConditions, Result, SentFile } from '#http/route.ts'
import { readFile } from '#modules/common/attachments/content.ts'
import { storeFileFor, releaseFiles } from '#modules/common/attachments/store_file.ts'
import { recordAudit } from '#modules/common/audit_logs/record_store.ts'
import { getRecord } from '../custom_object_records/find.ts'
import { lockRecord } from '../custom_object_records/write.ts'
import type { RecordAttachmentInput } from './schema.ts'
import {
  deleteRecordAttachment,
  getRecordAttachment,
  insertRecordAttachment,
  listRecordAttachments,
  type RecordAttachmentRow,
  updateRecordAttachment,
} from './store.ts'

/** The record that attachments belong to. */
export interface RecordReference {
  readonly custom_object_key: string
  readonly record_id: string
}

const MAX_ON_A_RECORD = 200

/** The attachments of a record that the caller can see. @throws Forbidden @throws NotFound */
export async function readRecordAttachments(ctx: Context, of: RecordReference): Promise<RecordAttachmentRow[]> {
  const { found } = await getRecord(ctx, of.custom_object_key, of.record_id)
  return listRecordAttachments(ctx, found.id)
}

/**
 * Attaches a file to a record that the caller may change.
 * @throws BadRequest without a file, or if the object allows none @throws Forbidden @throws NotFound
 */
export async function createRecordAttachment(ctx: Context, of: RecordReference, file: SentFile | undefined): Promise<RecordAttachmentRow> {
  const { kind } = await getRecord(ctx, of.custom_object_key, of.record_id)
  if (!kind.object.allows_attachments) throw new BadRequest('AttachmentsNotAllowed', 'Attachments are not allowed for this custom object')
  if (file === undefined) throw new BadRequest('ParameterMissing', 'Parameter uploaded_data is required')
  const { file_name, content_type, received } = file
  return storeFileFor(ctx, { file_name: file_name ?? '', content_type, received }, async (tx, kept) => {
    const { id } = await lockRecord(tx, kind, of.record_id)
    if ((await listRecordAttachments(tx, id)).length >= MAX_ON_A_RECORD)
      throw new BadRequest('LimitExceeded', `A record may have at most ${MAX_ON_A_RECORD} attachments`)
    return insertRecordAttachment(tx, id, kept)
  })
}

/** Sets whether a file can be downloaded although malware was found in it. @throws Forbidden @throws NotFound */
export async function changeRecordAttachment(
  ctx: Context,
  of: RecordReference,
  id: string,
  input: RecordAttachmentInput,
): Promise<RecordAttachmentRow> {
  requirePermission(ctx, 'attachment.update')
  const { kind, found } = await getRecord(ctx, of.custom_object_key, of.record_id)
  const before = await getRecordAttachment(ctx, found.id, id)
  const { malware_access_override = before.malware_access_override } = input
  if (malware_access_override === before.malware_access_override) return before
  return inTransaction(ctx, async (tx) => {
    await updateRecordAttachment(tx, id, malware_access_override)
    const change_description = `Access to ${before.file_name} despite malware ${malware_access_override ? 'allowed' : 'no longer allowed'}`
    const { object } = kind
    await recordAudit(tx, {
      action: 'update',
      source_type: 'custom_object',
      source_id: object.id,
      source_label: object.title,
      change_description,
    })
    return { ...before, malware_access_override }
  })
}

/** Removes an attachment from a record that the caller may change. @throws Forbidden @throws NotFound */
export async function removeRecordAttachment(ctx: Context, of: RecordReference, id: string): Promise<void> {
  const { kind, found } = await getRecord(ctx, of.custom_object_key, of.record_id)
  await inTransaction(ctx, async (tx) => {
    await lockRecord(tx, kind, found.id)
    const row = await getRecordAttachment(tx, found.id, id)
    await deleteRecordAttachment(tx, row.id)
    await releaseFiles(tx, [row.file_id])
  })
}

/**
 * The bytes of an attachment, or the requested range. `inline`: a picture is displayed instead of downloaded.
 * @throws Forbidden @throws NotFound
 */
export async function readRecordFile(
  ctx: Context,
  of: RecordReference,
  id: string,
  how: { asked: RequestConditions; inline: boolean },
): Promise<Result> {
  const { found } = await getRecord(ctx, of.custom_object_key, of.record_id)
  const row = await getRecordAttachment(ctx, found.id, id)
  // without `inline` the file is served as a download
  return readFile(ctx, how.inline ? row : { ...row, picture_type: null }, how.asked)
}
