import type { Context } from '#core/context.ts'
import { type AttachmentRow, attachmentsOfComments } from '#modules/common/attachments/store.ts'

/** The attachments of comments, by comment id, loaded with one statement. */
export async function filesOf(ctx: Context, comments: readonly { readonly id: number }[]): Promise<Map<number | null, AttachmentRow[]>> {
  const rows = await attachmentsOfComments(
    ctx,
    comments.map((comment) => comment.id),
  )
  return Map.groupBy(rows, (row) => row.comment_id)
}
