/** Every statement on attachments of custom object records. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import type { CustomObjectRecordAttachmentsTable } from '#db/tables.ts'
import { orNotFound } from '#core/errors.ts'
import { makeUlid } from '#lib/ulid.ts'
import type { NewAttachment } from '#modules/common/attachments/store.ts'

export type RecordAttachmentRow = Omit<Selectable<CustomObjectRecordAttachmentsTable>, 'account_id'>

const LISTED =
  'id, custom_object_record_id, file_id, author_id, file_name, content_type, picture_type, size, malware_access_override, created_at'
const list = defineStatement<RecordAttachmentRow>(
  `select ${LISTED} from custom_object_record_attachments where account_id = $1 and custom_object_record_id = $2 order by id`,
)
const selectAttachment = defineStatement<RecordAttachmentRow>(
  `select ${LISTED} from custom_object_record_attachments where account_id = $1 and custom_object_record_id = $2 and id = $3`,
)
const insert =
  defineStatement<RecordAttachmentRow>(`with held as (update stored_files f set loose_since = null where f.account_id = $1 and f.id = $4)
  insert into custom_object_record_attachments
    (account_id, id, custom_object_record_id, file_id, author_id, file_name, content_type, picture_type, size, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${LISTED}`)
const override = defineStatement<unknown>(
  'update custom_object_record_attachments set malware_access_override = $3 where account_id = $1 and id = $2',
)
const remove = defineStatement<unknown>('delete from custom_object_record_attachments where account_id = $1 and id = $2')

/** The attachments of a record, the oldest first. */
export function listRecordAttachments(ctx: Context, recordId: string): Promise<RecordAttachmentRow[]> {
  return ctx.db.all(list(ctx.account.id, recordId))
}

/** An attachment of a record. @throws NotFound */
export async function getRecordAttachment(ctx: Context, recordId: string, id: string): Promise<RecordAttachmentRow> {
  return orNotFound(await ctx.db.first(selectAttachment(ctx.account.id, recordId, id)))
}

/** Attaches a stored file to a record. */
export async function insertRecordAttachment(ctx: Context, recordId: string, given: NewAttachment): Promise<RecordAttachmentRow> {
  const { file_id, file_name, content_type, picture_type, size } = given
  const own = [file_id, ctx.actor.id, file_name, content_type, picture_type, size]
  return ctx.db.one(insert(ctx.account.id, makeUlid(ctx.now), recordId, ...own, ctx.now))
}

/** Writes whether the file can be downloaded although malware was found in it. */
export async function updateRecordAttachment(ctx: Context, id: string, malware_access_override: boolean): Promise<void> {
  await ctx.db.run(override(ctx.account.id, id, malware_access_override))
}

/** Deletes an attachment. */
export async function deleteRecordAttachment(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(remove(ctx.account.id, id))
}
