import type { Context } from '#core/context.ts'
import type { AnswerOf } from '#http/route.ts'
import { urlOf } from '#http/envelope.ts'
import { wireTime } from '#lib/clock.ts'
import { presentAttachment } from '#modules/common/attachments/present.ts'
import type { AttachmentRow } from '#modules/common/attachments/store.ts'
import type { SuspendedRow } from './store.ts'
import type { SuspendedTicket } from './schema.ts'

/** A suspended ticket with its files as JSON. @source docs/reference/tickets.md §11 */
export function presentSuspended(ctx: Context, row: SuspendedRow, files: readonly AttachmentRow[]): AnswerOf<typeof SuspendedTicket> {
  return {
    url: urlOf(ctx.caller.base_url, `suspended_tickets/${row.id}`),
    id: row.id,
    author: { id: row.author_id, name: row.author_name, email: row.author_email },
    subject: row.subject,
    content: row.content,
    cause: row.cause,
    cause_id: row.cause_id,
    error_messages: row.error_messages,
    message_id: row.message_id,
    ticket_id: row.ticket_id,
    recipient: row.recipient,
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    via: row.via,
    attachments: files.map((file) => presentAttachment(ctx, file)),
    brand_id: row.brand_id,
  }
}
