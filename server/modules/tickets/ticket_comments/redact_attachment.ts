/** Permanently removes an attachment from a comment: an empty file takes its place. @source docs/reference/tickets.md §2, §6.4 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { Forbidden, NotFound, refuseInvalid } from '#core/errors.ts'
import { allOf } from '#lib/all_of.ts'
import { mayDelete } from '#modules/common/attachments/change.ts'
import { releaseFiles } from '#modules/common/attachments/store_file.ts'
import { type AttachmentRow, getAttachment, redactAttachment } from '#modules/common/attachments/store.ts'
import { lockEffects, removeSentTexts } from '../ticket_audits/sent_store.ts'
import { insertAudit } from '../ticket_audits/store.ts'
import { checkOpen } from '../tickets/closed.ts'
import { publishEventsOfTicket } from '../tickets/publishing.ts'
import { getTicket, touchTicket } from '../tickets/store.ts'
import { nameComment } from '../tickets/event_values.ts'

/** An attachment with the ids of its comment and ticket. */
export interface AttachmentPlace {
  readonly ticket_id: number
  readonly comment_id: number
  readonly id: number
}

/** Redacts an attachment; one that was redacted already stays as it is. @throws Forbidden @throws NotFound @throws RecordInvalid on a closed ticket */
export async function redactCommentAttachment(ctx: Context, { ticket_id, comment_id, id }: AttachmentPlace): Promise<AttachmentRow> {
  requirePermission(ctx, 'ticket.redact')
  if (!mayDelete(ctx)) throw new Forbidden()
  const [ticket, before] = await allOf(
    () => getTicket(ctx, ticket_id),
    () => getAttachment(ctx, id),
  )
  if (before.comment_id !== comment_id || before.ticket_id !== ticket_id) throw new NotFound()
  refuseInvalid(checkOpen(ticket))
  return inTransaction(ctx, async (tx) => {
    await lockEffects(tx, ticket_id)
    const after = await redactAttachment(tx, id)
    if (after === undefined) return before
    // they may contain its name and its address
    await removeSentTexts(tx, ticket_id)
    await releaseFiles(tx, before.file_id === null ? [] : [before.file_id])
    await touchTicket(tx, ticket_id)
    await insertAudit(tx, ticket_id, [{ type: 'AttachmentRedactionEvent', comment_id, attachment_id: id }])
    const event = { attachment: { id: String(id) }, ...nameComment(comment_id) }
    await publishEventsOfTicket(tx, ticket_id, [{ type: 'ticket.attachment_redacted_from_comment', event }])
    return after
  })
}
