/**
 * The job that brings a side conversation up to date with a comment on its child ticket: public comments are replies, and what was redacted
 * on the child is redacted here. Running it twice changes nothing more. @source docs/reference/other.md §16
 */
import { type Context, inTransaction, SYSTEM, systemContext } from '#core/context.ts'
import type { ChildCommentPayload } from '../tickets/child_comment.ts'
import { messageOf, previewOf } from './message.ts'
import { recordReply } from './record.ts'
import {
  findChangedMessage,
  type ChildComment,
  lockConversationOf,
  findMissingComments,
  rewriteMessage,
  type SideConversationRow,
} from './store.ts'

/** Does the job for a comment that was written or redacted. */
export async function followChildComment(system: Context, { ticket_id, comment_id }: ChildCommentPayload): Promise<void> {
  await inTransaction(system, async (tx) => void (await catchUp(tx, ticket_id, comment_id)))
}

/**
 * Brings the conversation of a child ticket up to date with the comments there. `commentId`: the one that was written or redacted.
 * @returns the conversation, locked until the transaction ends; undefined if the ticket is the child of none
 */
export async function catchUp(tx: Context, childTicketId: number, commentId: number | null): Promise<SideConversationRow | undefined> {
  const found = await lockConversationOf(tx, childTicketId)
  if (found === undefined) return undefined
  const { is_open, ...conversation } = found
  const changed = commentId === null ? undefined : await findChangedMessage(tx, conversation.id, commentId)
  if (changed !== undefined) {
    const { body, html_body } = changed
    await rewriteMessage(tx, conversation.id, changed, { preview_text: previewOf(changed), body, html_body })
  }
  let row: SideConversationRow = conversation
  if (!is_open) return row
  for (const comment of await findMissingComments(tx, row.id, childTicketId, commentId)) row = await recordAnswer(tx, row, comment)
  return row
}

/**
 * Records a comment as a reply of its author to the first person who takes part, which is the one who has begun. The caller may be
 * another user, who replies at that moment, and the author may be suspended by now.
 */
async function recordAnswer(tx: Context, before: SideConversationRow, comment: ChildComment): Promise<SideConversationRow> {
  const { account, db, log, services, caller, now } = tx
  const actor = { ...SYSTEM, id: comment.author_id }
  const as = { ...systemContext({ account, db, log, services, base_url: caller.base_url, actor }), via: comment.via, now }
  const to = before.participants.filter(({ user_id }) => user_id !== undefined).slice(0, 1)
  const said = messageOf({ subject: before.subject, content: comment, to }, before.external_ids)
  return (await recordReply(as, before, { ...said, comment_id: comment.id })).row
}
