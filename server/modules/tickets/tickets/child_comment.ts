/**
 * A comment on the child ticket of a side conversation: starting the job that brings the conversation up to date with it. The job is in
 * side_conversations/child_comment.ts. @source docs/reference/other.md §16
 */
import type { Context } from '#core/context.ts'
import { enqueue } from '#queue/enqueue.ts'
import type { TicketRow } from './row.ts'
import { parentOf } from './via.ts'

/** The payload of the job: the comment that was written or redacted, and its ticket. */
export interface ChildCommentPayload {
  readonly ticket_id: number
  readonly comment_id: number
}

/** Enqueues the job for a comment that was written or redacted, if its ticket is the child of a conversation. */
export async function followComment(tx: Context, ticket: Pick<TicketRow, 'id' | 'via' | 'via_id'>, comment_id: number): Promise<void> {
  const payload: ChildCommentPayload = { ticket_id: ticket.id, comment_id }
  if (parentOf(ticket) !== null) await enqueue(tx, 'follow_child_comment', payload)
}
