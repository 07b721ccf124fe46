/** Attachments of custom object records, on the wire. @source docs/reference/custom_objects.md §3.4 */
import Type, { type Static } from 'typebox'
import { flag, text, whole } from '#http/answer_shape.ts'
import { Flag, defineInput, wrapInKey } from '#http/shape.ts'

export const RecordAttachmentInput = defineInput({ malware_access_override: Flag })
export type RecordAttachmentInput = Static<typeof RecordAttachmentInput>
export const RecordAttachmentBody = wrapInKey('custom_object_record_attachment', RecordAttachmentInput)

export const RecordAttachment = Type.Object({
  id: text,
  custom_object_record_id: text,
  filename: text,
  content_type: text,
  content_url: text,
  size: whole,
  malware_access_override: flag,
  malware_scan_completed_at: Type.Null(),
  malware_scan_status: text,
  created_by: text,
  created_at: text,
})
