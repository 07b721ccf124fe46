/** Attachments of custom object records, on the wire. @source docs/reference/custom_objects.md §3.4 */
import Type, { type Static } from 'typebox'
import { Flag, input, wrapped } from '../../../http/shape.ts'

export const RecordAttachmentInput = input({ malware_access_override: Flag })
export type RecordAttachmentInput = Static<typeof RecordAttachmentInput>
export const RecordAttachmentBody = wrapped('custom_object_record_attachment', RecordAttachmentInput)

export const RecordAttachment = Type.Object({
  id: Type.String(),
  custom_object_record_id: Type.String(),
  filename: Type.String(),
  content_type: Type.String(),
  content_url: Type.String(),
  size: Type.Integer(),
  malware_access_override: Type.Boolean(),
  malware_scan_completed_at: Type.Null(),
  malware_scan_status: Type.String(),
  created_by: Type.String(),
  created_at: Type.String(),
})
