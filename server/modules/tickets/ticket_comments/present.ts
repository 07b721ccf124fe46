import type { Context } from '../../../context.ts'
import { wireTime } from '../../../lib/clock.ts'
import { presentAttachment } from '../../common/attachments/present.ts'
import { filesOf } from './files.ts'
import { voiceMembers } from './voice_members.ts'
import type { CommentRow } from './store.ts'

/**
 * Comments as JSON, with their attachments, loaded with one statement. Inline images are left out unless requested.
 * @source docs/reference/tickets.md §2, §6
 */
export async function presentComments(ctx: Context, rows: readonly CommentRow[], withInline = false): Promise<Record<string, unknown>[]> {
  const files = await filesOf(ctx, rows)
  return rows.map((row) => {
    const shown = (files.get(row.id) ?? []).filter((file) => withInline || !file.inline)
    return presentComment(
      row,
      shown.map((file) => presentAttachment(ctx, file)),
    )
  })
}

function presentComment(row: CommentRow, attachments: readonly unknown[]): Record<string, unknown> {
  return {
    id: row.id,
    type: row.type,
    author_id: row.author_id,
    body: row.body,
    html_body: row.html_body,
    plain_body: row.plain_body,
    public: row.public,
    attachments,
    audit_id: row.audit_id,
    via: row.via,
    created_at: wireTime(row.created_at),
    metadata: row.metadata,
    ...voiceMembers(row.data),
  }
}
