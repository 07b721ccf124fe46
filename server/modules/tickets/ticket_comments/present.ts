import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { wireTime } from '#lib/clock.ts'
import { presentAttachment } from '#modules/common/attachments/present.ts'
import type { AttachmentRow } from '#modules/common/attachments/store.ts'
import { filesOf } from './files.ts'
import { voiceMembers } from './voice_members.ts'
import type { Comment } from './schema.ts'
import type { CommentRow } from './store.ts'

/**
 * Comments as JSON, with their attachments, loaded with one statement. Inline images are left out unless requested.
 * @source docs/reference/tickets.md §2, §6
 */
export async function presentComments(ctx: Context, rows: readonly CommentRow[], withInline = false): Promise<AnswerOf<typeof Comment>[]> {
  const files = await filesOf(ctx, rows)
  return rows.map((row) => withFiles(ctx, row, files.get(row.id) ?? [], withInline))
}

/** One comment as the wire shows it; see {@link presentComments}. */
export async function presentComment(ctx: Context, row: CommentRow, withInline = false): Promise<AnswerOf<typeof Comment>> {
  return withFiles(ctx, row, (await filesOf(ctx, [row])).get(row.id) ?? [], withInline)
}

function withFiles(ctx: Context, row: CommentRow, files: readonly AttachmentRow[], withInline: boolean): AnswerOf<typeof Comment> {
  const shown = files.filter((file) => withInline || !file.inline)
  return {
    id: row.id,
    type: row.type,
    author_id: row.author_id,
    body: row.body,
    html_body: row.html_body,
    plain_body: row.plain_body,
    public: row.public,
    attachments: shown.map((file) => presentAttachment(ctx, file)),
    audit_id: row.audit_id,
    via: row.via,
    created_at: wireTime(row.created_at),
    metadata: row.metadata,
    ...voiceMembers(row.data),
  }
}
