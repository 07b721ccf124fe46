// SUSPENDED TICKETS: what people sent of whom it is not known whether they may. An agent recovers it, or it is gone after 14 days.
// Not here: who is suspended and why; whoever takes something in decides that.
import type { Context } from '../../../context.ts'
import { contentFromHtml } from '../ticket_comments/content.ts'
import type { TicketInput } from '../tickets/schema.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { suspendUploads, type UploadRow } from '../../common/uploads/store.ts'
import { type Cause, CAUSES } from './causes.ts'
import { insertSuspended, type SuspendedRow } from './store.ts'

/** Who sent it, and what the ticket was to be. */
export interface Suspension {
  readonly author: { readonly id: number | null; readonly name: string; readonly email: string }
  readonly cause: Cause
  readonly asked: TicketInput
  /** The files it came with, held by the caller. */
  readonly uploads: readonly UploadRow[]
}

/** Keeps what somebody sent, with its files, for an agent to look at. */
export async function suspendTicket(tx: Context, { author, cause, asked, uploads }: Suspension): Promise<SuspendedRow> {
  const { default_brand_id } = await ticketSetup(tx)
  const row = await insertSuspended(tx, {
    author_id: author.id,
    author_name: author.name,
    author_email: author.email,
    subject: asked.subject ?? '',
    content: contentOf(asked),
    ...CAUSES[cause],
    recipient: asked.recipient ?? null,
    via: tx.via,
    brand_id: asked.brand_id ?? default_brand_id,
    asked: withoutTokens(asked),
  })
  await suspendUploads(
    tx,
    uploads.map((upload) => upload.id),
    row.id,
  )
  return row
}

/** What is asked without the tokens of its files: those are good no longer. */
function withoutTokens(asked: TicketInput): TicketInput {
  if (typeof asked.comment !== 'object') return asked
  const { uploads: _uploads, ...comment } = asked.comment
  return { ...asked, comment }
}

function contentOf({ comment = {} }: TicketInput): string {
  if (typeof comment === 'string') return comment
  return comment.html_body ? (contentFromHtml(comment.html_body)?.plain_body ?? '') : (comment.body ?? '')
}
