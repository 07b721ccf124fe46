/** The attachments of a comment, sent as tokens of uploads, each of which is used once. @source docs/reference/tickets.md §2, §6.1 */
import { readContentToken } from '#auth/content_token.ts'
import type { Context } from '#core/context.ts'
import { RecordInvalid } from '#core/errors.ts'
import { ensureDefined } from '#lib/defined.ts'
import type { AttachmentRow } from '#modules/common/attachments/store.ts'
import { moveToComment } from '#modules/common/attachments/store.ts'
import { lockUsableUploads } from '#modules/common/uploads/acts.ts'
import type { UploadRow } from '#modules/common/uploads/store.ts'
import { publishEventsOfTicket } from './publishing.ts'
import type { TicketInput } from './schema.ts'
import { attachmentEvents } from './event_values.ts'

const MAX_UPLOADS = 100
/** Links to attachments in the HTML of a comment. */
const ATTACHMENT_LINK = /\/attachments\/token\/([0-9A-Za-z]{1,80})/g

/** The upload tokens of a write: one, or a list of them. */
export function uploadTokens(input: TicketInput): string[] {
  const given = typeof input.comment === 'string' ? undefined : input.comment?.uploads
  const list: unknown[] = Array.isArray(given) ? given : [given]
  return [...new Set(list.filter((token): token is string => typeof token === 'string' && token !== ''))]
}

/** The uploads with these tokens, locked until the transaction ends. @throws RecordInvalid when one of them cannot be used by the caller */
export async function requireUploads(tx: Context, tokens: readonly string[]): Promise<UploadRow[]> {
  const uploads = tokens.length > MAX_UPLOADS ? [] : await lockUsableUploads(tx, tokens)
  if (uploads.length < tokens.length)
    throw new RecordInvalid({ base: [{ description: 'Attachment: upload token is invalid, used or expired', error: 'InvalidValue' }] })
  return uploads
}

interface WithComment {
  readonly ticket: { readonly id: number }
  readonly comment: { readonly id: number; readonly html_body: string } | null
}

/**
 * A write with the attachments of its comment: the uploads are locked first, so that no other write uses them, and are attached to the
 * comment once it exists, which is an event unless the write is silent. `tx` must be a transaction if there are any. An unknown, used or expired token is refused.
 */
export function withUploads<Written extends WithComment>(
  input: TicketInput,
  write: (tx: Context) => Promise<Written>,
  isSilent = false,
): (tx: Context) => Promise<Written & { attachments: readonly AttachmentRow[] }> {
  const tokens = uploadTokens(input)
  if (tokens.length === 0) return async (tx) => ({ ...(await write(tx)), attachments: [] })
  return async (tx) => {
    const uploads = await requireUploads(tx, tokens)
    const written = await write(tx)
    const { ticket, comment } = written
    if (comment === null) return { ...written, attachments: [] }
    const ids = uploads.map((upload) => upload.id)
    const attachments = await moveToComment(tx, ids, {
      ticket_id: ticket.id,
      comment_id: comment.id,
      inlineIds: shownIn(tx, comment.html_body),
    })
    if (!isSilent) await publishEventsOfTicket(tx, ticket.id, attachmentEvents(comment.id, attachments))
    return { ...written, attachments }
  }
}

function shownIn(ctx: Context, html: string): number[] {
  const tokens = [...html.matchAll(ATTACHMENT_LINK)].map((match) => ensureDefined(match[1]))
  return tokens.flatMap((token) => readContentToken(ctx.services.pepper, ctx.account.id, token) ?? [])
}
