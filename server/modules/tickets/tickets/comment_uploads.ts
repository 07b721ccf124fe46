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

/**
 * The uploads that a write names, locked so that no other write uses them. `tx` must be a transaction if there are any.
 * @throws RecordInvalid when one of them cannot be used by the caller
 */
export async function requireUploads(tx: Context, input: TicketInput): Promise<UploadRow[]> {
  const tokens = uploadTokens(input)
  if (tokens.length === 0) return []
  const uploads = tokens.length > MAX_UPLOADS ? [] : await lockUsableUploads(tx, tokens)
  if (uploads.length < tokens.length)
    throw new RecordInvalid({ base: [{ description: 'Attachment: upload token is invalid, used or expired', error: 'InvalidValue' }] })
  return uploads
}

interface WithComment {
  readonly ticket: { readonly id: number }
  readonly comment: { readonly id: number; readonly html_body: string } | null
}

/** Attaches uploads, which are locked, to the comment of a write. */
export async function attachUploads(
  tx: Context,
  uploads: readonly UploadRow[],
  { ticket, comment }: WithComment,
): Promise<readonly AttachmentRow[]> {
  if (uploads.length === 0 || comment === null) return []
  const ids = uploads.map((upload) => upload.id)
  return moveToComment(tx, ids, { ticket_id: ticket.id, comment_id: comment.id, inlineIds: shownIn(tx, comment.html_body) })
}

/** Publishes that attachments were linked to the comment of a write. */
export async function publishAttachments(
  tx: Context,
  { ticket, comment }: WithComment,
  attachments: readonly AttachmentRow[],
): Promise<void> {
  if (attachments.length === 0 || comment === null) return
  await publishEventsOfTicket(tx, ticket.id, attachmentEvents(comment.id, attachments))
}

function shownIn(ctx: Context, html: string): number[] {
  const tokens = [...html.matchAll(ATTACHMENT_LINK)].map((match) => ensureDefined(match[1]))
  return tokens.flatMap((token) => readContentToken(ctx.services.pepper, ctx.account.id, token) ?? [])
}
