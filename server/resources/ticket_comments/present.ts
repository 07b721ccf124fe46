import { wireTime } from '../../lib/clock.ts'
import type { CommentRow } from './store.ts'

/** A comment as the wire shows it. @source tickets.md §2 */
export function presentComment(row: CommentRow): Record<string, unknown> {
  return {
    id: row.id,
    type: 'Comment',
    author_id: row.author_id,
    body: row.body,
    html_body: row.html_body,
    plain_body: row.plain_body,
    public: row.public,
    attachments: [],
    audit_id: row.audit_id,
    via: row.via,
    created_at: wireTime(row.created_at),
    metadata: row.metadata,
  }
}
