// SUSPENDED TICKETS: submissions of senders who could not be trusted. An agent recovers one, or it is deleted after 14 days.
// Not here: what is suspended and why; the code that receives a submission decides that.
import type { Context } from '#core/context.ts'
import { contentOf } from '../ticket_comments/content.ts'
import type { TicketInput } from '../tickets/schema.ts'
import { ticketSetup } from '../tickets/setup_store.ts'
import { suspendUploads, type UploadRow } from '#modules/common/uploads/store.ts'
import { type Cause, CAUSES } from './causes.ts'
import { insertSuspended, type SuspendedRow } from './store.ts'

/** The sender, and the input of the ticket. */
export interface Suspension {
  readonly author: { readonly id: number | null; readonly name: string; readonly email: string }
  readonly cause: Cause
  readonly asked: TicketInput
  /** The files of the submission, locked by the caller. */
  readonly uploads: readonly UploadRow[]
}

/** Stores a submission with its files for an agent to review. */
export async function suspendTicket(tx: Context, { author, cause, asked, uploads }: Suspension): Promise<SuspendedRow> {
  const { default_brand_id } = await ticketSetup(tx)
  const row = await insertSuspended(tx, {
    author_id: author.id,
    author_name: author.name,
    author_email: author.email,
    subject: asked.subject ?? '',
    content: textOf(asked),
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

/** The input without its upload tokens, which are no longer valid. */
function withoutTokens(asked: TicketInput): TicketInput {
  if (typeof asked.comment !== 'object') return asked
  const { uploads: _uploads, ...comment } = asked.comment
  return { ...asked, comment }
}

function textOf({ comment = {} }: TicketInput): string {
  if (typeof comment === 'string') return comment
  const { body, html_body } = comment
  return html_body ? (contentOf(comment, { text: body ?? '', html: html_body })?.plain_body ?? '') : (body ?? '')
}
