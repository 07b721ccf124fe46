// ATTACHMENTS: the names, types and owners of files, how they are shown and downloaded, and when they are removed.
// Not here: where bytes are stored (files/), uploading files for a later comment (uploads/), comments that list them (ticket_comments/).
import Type, { type Static } from 'typebox'
import { Flag, input, wrapped } from '../../../http/shape.ts'

/** The members of an attachment that can be written. @source docs/reference/tickets.md §6.2 */
export const AttachmentInput = input({ malware_access_override: Flag })
export type AttachmentInput = Static<typeof AttachmentInput>
export const AttachmentBody = wrapped('attachment', AttachmentInput)

const pixels = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

/** @source docs/reference/tickets.md §6.2 */
export const Attachment = Type.Object({
  url: Type.String(),
  id: Type.Integer(),
  file_name: Type.String(),
  content_url: Type.String(),
  mapped_content_url: Type.String(),
  content_type: Type.String(),
  size: Type.Integer(),
  width: pixels,
  height: pixels,
  inline: Type.Boolean(),
  deleted: Type.Boolean(),
  malware_access_override: Type.Boolean(),
  malware_scan_result: Type.String(),
  thumbnails: Type.Array(Type.Object({})),
})
export const OneAttachment = Type.Object({ attachment: Attachment })
