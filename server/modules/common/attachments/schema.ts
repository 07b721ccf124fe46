// ATTACHMENTS: the names, types and owners of files, how they are shown and downloaded, and when they are removed.
// Not here: where bytes are stored (files/), uploading files for a later comment (uploads/), comments that list them (ticket_comments/).
import Type, { type Static } from 'typebox'
import { anyObject, flag, text, whole, wholeOrNull } from '#http/answer_shape.ts'
import { Flag, defineInput, wrapInKey } from '#http/shape.ts'

/** The members of an attachment that can be written. @source docs/reference/tickets.md §6.2 */
export const AttachmentInput = defineInput({ malware_access_override: Flag })
export type AttachmentInput = Static<typeof AttachmentInput>
export const AttachmentBody = wrapInKey('attachment', AttachmentInput)

/** A photo of a user or a logo of a brand. @source docs/reference/tickets.md §6.2 */
export const Photo = Type.Object({
  url: text,
  id: whole,
  file_name: text,
  content_url: text,
  mapped_content_url: text,
  content_type: text,
  size: whole,
  width: wholeOrNull,
  height: wholeOrNull,
  inline: flag,
  deleted: flag,
  thumbnails: Type.Array(anyObject),
})
/** @source docs/reference/tickets.md §6.2 */
export const Attachment = Type.Object({ ...Photo.properties, malware_access_override: flag, malware_scan_result: text })
export const OneAttachment = Type.Object({ attachment: Attachment })
