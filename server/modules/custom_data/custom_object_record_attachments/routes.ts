// ATTACHMENTS OF CUSTOM OBJECT RECORDS: adding, listing, downloading, removing.
// Not here: where bytes are stored (files/), and how files are stored and served safely (attachments/).
import Type from 'typebox'
import type { Context } from '#core/context.ts'
import { asErrorsList } from '#core/error_formats.ts'
import { type AnswerOf, type AnyRoute, answerNoContent, answerOk, route } from '#http/route.ts'
import { Flag } from '#http/shape.ts'
import { wireTime } from '#lib/clock.ts'
import {
  changeRecordAttachment,
  createRecordAttachment,
  type RecordReference,
  readRecordAttachments,
  readRecordFile,
  removeRecordAttachment,
} from './acts.ts'
import { RecordAttachment, RecordAttachmentBody } from './schema.ts'
import type { RecordAttachmentRow } from './store.ts'

const One = Type.Object({ custom_object_record_attachment: RecordAttachment })
const all = '/api/v2/custom_objects/:custom_object_key/records/:record_id/attachments'
const single = '/api/v2/custom_objects/:custom_object_key/records/:record_id/attachments/:id'
const common = { scope: 'custom_objects', refusal: asErrorsList, text_params: ['custom_object_key', 'record_id', 'id'] as const }

/** An attachment as JSON. Deskhand has no malware scanner. @source docs/reference/custom_objects.md §3.4 */
function presentOne(
  ctx: Context,
  { custom_object_key, record_id }: RecordReference,
  row: RecordAttachmentRow,
): AnswerOf<typeof RecordAttachment> {
  const path = `custom_objects/${custom_object_key}/records/${record_id}/attachments/${row.id}/download`
  return {
    id: row.id,
    custom_object_record_id: row.custom_object_record_id,
    filename: row.file_name,
    content_type: row.content_type,
    content_url: `${ctx.caller.base_url}/api/v2/${path}`,
    size: row.size,
    malware_access_override: row.malware_access_override,
    malware_scan_completed_at: null,
    malware_scan_status: 'not_scanned',
    created_by: String(row.author_id),
    created_at: wireTime(row.created_at),
  }
}

const FILE_FIELD = 'uploaded_data'

/** @source docs/reference/custom_objects.md §3.4 */
export const customObjectRecordAttachmentRoutes: AnyRoute[] = [
  route({
    ...common,
    method: 'GET',
    path: all,
    name: 'custom_object_record_attachments/index',
    summary: 'List the files on a record of a custom object',
    answer: Type.Object({ custom_object_record_attachments: Type.Array(RecordAttachment) }),
    async handle(ctx, { params }) {
      const rows = await readRecordAttachments(ctx, params)
      return answerOk({ custom_object_record_attachments: rows.map((row) => presentOne(ctx, params, row)) })
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: all,
    name: 'custom_object_record_attachments/create',
    summary: 'Attach a file to a record of a custom object',
    files: 'form',
    file_field: FILE_FIELD,
    answer: One,
    async handle(ctx, { params, files }) {
      const file = files.find(({ field }) => field === FILE_FIELD)
      return answerOk({ custom_object_record_attachment: presentOne(ctx, params, await createRecordAttachment(ctx, params, file)) })
    },
  }),
  route({
    ...common,
    method: 'PUT',
    path: single,
    name: 'custom_object_record_attachments/update',
    summary: 'Change a file on a record of a custom object',
    body: RecordAttachmentBody,
    answer: One,
    async handle(ctx, { params, body }) {
      const row = await changeRecordAttachment(ctx, params, params.id, body.custom_object_record_attachment)
      return answerOk({ custom_object_record_attachment: presentOne(ctx, params, row) })
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: single,
    name: 'custom_object_record_attachments/destroy',
    summary: 'Remove an attachment from a record of a custom object',
    async handle(ctx, { params }) {
      await removeRecordAttachment(ctx, params, params.id)
      return answerNoContent()
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: `${single}/download`,
    name: 'custom_object_record_attachments/download',
    summary: 'Download an attachment of a custom object record',
    query: Type.Partial(Type.Object({ inline: Flag })),
    answers_file: true,
    handle: (ctx, { params, query, asked }) => readRecordFile(ctx, params, params.id, { asked, inline: query.inline === true }),
  }),
]
