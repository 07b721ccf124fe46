import { contentToken } from '#auth/content_token.ts'
import type { Context } from '#core/context.ts'
import { urlOf } from '#http/envelope.ts'
import type { AnswerOf } from '#http/route.ts'
import type { Attachment, Photo } from './schema.ts'
import type { AttachmentRow } from './store.ts'

/** What the row of a user or brand holds of its picture, besides the file itself. */
export type PictureSummary = Pick<AttachmentRow, 'id' | 'file_name' | 'content_type' | 'size' | 'width' | 'height'>

/** The URL of an attachment's bytes. Its token cannot be guessed. @source docs/reference/tickets.md §6.3 */
export function contentUrl(ctx: Context, { id, file_name }: Pick<AttachmentRow, 'id' | 'file_name'>): string {
  const token = contentToken(ctx.services.pepper, ctx.account.id, id)
  return `${ctx.caller.base_url}/attachments/token/${token}/?name=${encodeURIComponent(file_name)}`
}

/** An attachment as JSON. Files are not scanned for malware, and no thumbnails are made. @source docs/reference/tickets.md §6.2 */
export function presentAttachment(ctx: Context, row: AttachmentRow): AnswerOf<typeof Attachment> {
  return {
    ...presentPicture(ctx, row, row.inline),
    malware_access_override: row.malware_access_override,
    malware_scan_result: 'not_scanned',
    thumbnails: [],
  }
}

function presentPicture(ctx: Context, row: PictureSummary, inline: boolean) {
  const content_url = contentUrl(ctx, row)
  return {
    url: urlOf(ctx.caller.base_url, `attachments/${row.id}`),
    id: row.id,
    file_name: row.file_name,
    content_url,
    mapped_content_url: content_url,
    content_type: row.content_type,
    size: row.size,
    width: row.width,
    height: row.height,
    inline,
    deleted: false,
  }
}

/** The photo of a user or the logo of a brand, from the summary in its row; null without one. @source docs/reference/tickets.md §6.2 */
export function presentPhoto(ctx: Context, photo: PictureSummary | null | undefined): AnswerOf<typeof Photo> | null {
  return photo === null || photo === undefined ? null : { ...presentPicture(ctx, photo, false), thumbnails: [] }
}

/** The summary of a photo or logo that the row of its user or brand keeps. */
export function pictureSummary({ id, file_name, content_type, size, width, height }: AttachmentRow): PictureSummary {
  return { id, file_name, content_type, size, width, height }
}
