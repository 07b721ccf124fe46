/** Permanently redacts text of comments. @source docs/reference/tickets.md §2.3 */
import { requirePermission } from '#permissions/permissions.ts'
import { type Context, inTransaction } from '#core/context.ts'
import { MissingParameter, NotFound, RecordInvalid, refuseInvalid, orNotFound } from '#core/errors.ts'
import { followComment } from '../tickets/child_comment.ts'
import { checkOpen } from '../tickets/closed.ts'
import { lockEffects, removeSentTexts } from '../ticket_audits/sent_store.ts'
import { insertAudit } from '../ticket_audits/store.ts'
import { publishEventsOfTicket } from '../tickets/publishing.ts'
import type { TicketRow } from '../tickets/row.ts'
import { getTicket, touchTicket } from '../tickets/store.ts'
import { nameComment } from '../tickets/event_values.ts'
import { type Content, contentFromHtml, contentFromText } from './content.ts'
import { maskHtml, maskText } from './mask.ts'
import { hasNoNewAttributes, redactMarked, sanitizeMarked, visibleText } from './redact_markup.ts'
import { type CommentRow, lockComment, rewriteComment } from './store.ts'

/** The HTML of a redaction by marks may have this many characters more than twice those of the comment; longer HTML is refused unread. */
const MAX_MARKS = 100_000

const makeRecordInvalid = (description: string) => new RecordInvalid({ base: [{ description, error: 'InvalidValue' }] })

/**
 * Masks a text wherever it occurs in the comment.
 * @throws Forbidden @throws NotFound @throws MissingParameter @throws RecordInvalid on a closed ticket, or when the text does not occur
 */
export async function redactText(ctx: Context, ticketId: number, id: number, text: string | null | undefined): Promise<CommentRow> {
  requirePermission(ctx, 'ticket.redact')
  if (!text?.trim()) throw new MissingParameter('text')
  const ticket = await getTicket(ctx, ticketId)
  refuseInvalid(checkOpen(ticket))
  return inTransaction(ctx, async (tx) => {
    await lockEffects(tx, ticketId)
    const before = await lockComment(tx, id)
    if (before?.ticket_id !== ticketId) throw new NotFound()
    const content = withoutText(before, text)
    if (content === null) throw makeRecordInvalid('Text: is not in the comment')
    return saveRedaction(tx, ticket, before, content)
  })
}

/** The three forms without the text. A form in which it does not occur is derived from one in which it does; null if it is in none. */
function withoutText(before: CommentRow, text: string): Content | null {
  const body = maskText(before.body, text)
  const html = maskHtml(before.html_body, text)
  const plain = maskText(before.plain_body, text)
  if (!body.found && !html.found && !plain.found) return null
  if (!html.found) return contentFromText(body.found ? body.text : plain.text)
  const anew = contentFromHtml(unwrapHtml(html.text))?.plain_body ?? ''
  return { html_body: html.text, body: body.found ? body.text : anew, plain_body: plain.found ? plain.text : anew }
}

/** The input of a redaction by marks. */
export interface MarkedRedaction {
  readonly ticket_id?: number | null
  readonly html_body?: string | null
  readonly external_attachment_urls?: string[]
}

/**
 * Replaces a comment by its own HTML with marks on what to mask; on closed tickets, too.
 * @throws Forbidden @throws NotFound @throws MissingParameter @throws RecordInvalid when the HTML is not that of the comment
 */
export async function redactByMarks(ctx: Context, id: number, given: MarkedRedaction): Promise<CommentRow> {
  requirePermission(ctx, 'ticket.redact')
  const { ticket_id, html_body, external_attachment_urls = [] } = given
  return inTransaction(ctx, async (tx) => {
    if (typeof ticket_id === 'number') await lockEffects(tx, ticket_id)
    const before = orNotFound(await lockComment(tx, id))
    const ticket = await getTicket(tx, before.ticket_id)
    if (ticket_id === undefined || ticket_id === null) throw new MissingParameter('ticket_id')
    if (before.ticket_id !== ticket_id) throw new NotFound()
    const html = html_body ?? before.html_body
    if (html.length > 2 * before.html_body.length + MAX_MARKS) throw makeRecordInvalid('Html body: is too long')
    const marked = sanitizeMarked(html)
    const known = sanitizeMarked(before.html_body)
    if (marked === undefined || known === undefined) throw makeRecordInvalid('Html body: has too much markup to be read')
    if (visibleText(marked) !== visibleText(known) || !hasNoNewAttributes(marked, known))
      throw makeRecordInvalid('Html body: is not the text of the comment')
    const content = contentFromHtml(unwrapHtml(redactMarked(marked, external_attachment_urls))) ?? contentFromText('▇')
    return saveRedaction(tx, ticket, before, content)
  })
}

async function saveRedaction(tx: Context, ticket: TicketRow, before: CommentRow, content: Content): Promise<CommentRow> {
  const isDescription = await rewriteComment(tx, before, content)
  await removeSentTexts(tx, before.ticket_id)
  await followComment(tx, ticket, before.id)
  await touchTicket(tx, before.ticket_id)
  await insertAudit(tx, before.ticket_id, [{ type: 'CommentRedactionEvent', comment_id: before.id }])
  await publishEventsOfTicket(tx, before.ticket_id, [
    { type: 'ticket.comment_redacted', event: nameComment(before.id) },
    // what was there before is what must not be sent
    ...(isDescription && content.plain_body !== before.plain_body
      ? [{ type: 'ticket.description_changed', event: { current: content.plain_body, previous: '' } }]
      : []),
  ])
  return { ...before, ...content }
}

/** Stored HTML without its wrapper element, even if sanitising has removed the class of the wrapper. */
const unwrapHtml = (html: string) => /^<div (?:class="zd-comment" )?dir="auto">([\s\S]*)<\/div>$/.exec(html.trim())?.[1] ?? html
