/** The comment that comes with a write. @source docs/reference/tickets.md §2 */
import type { Context } from '#core/context.ts'
import { RecordInvalid } from '#core/errors.ts'
import { contentOf, NO_CONTENT } from '#modules/tickets/ticket_comments/content.ts'
import { uploadTokens } from '../comment_uploads.ts'
import type { TicketInput } from '../schema.ts'
import type { NewComment } from '../store.ts'

const MAX_BODY_LENGTH = 64 * 1024

/** Defaults of a comment. `fallback` is the text when none is sent: the description of a new ticket; null on a change. */
export interface CommentDefaults {
  readonly authorId: number
  readonly isPublic: boolean
  readonly fallback: string | null
}

/**
 * The comment to write, without its id; null if none was sent, or it is blank and has no files.
 * @throws RecordInvalid when it is too long
 */
export function newComment(ctx: Context, input: TicketInput, defaults: CommentDefaults): NewComment | null {
  const given = typeof input.comment === 'string' ? { body: input.comment } : (input.comment ?? {})
  const html = given.html_body ?? ''
  // an empty member counts as one that was not sent
  const text = [given.body, given.value, defaults.fallback].find((one) => (one ?? '').trim() !== '') ?? ''
  const hasFiles = uploadTokens(input).length > 0
  if (html.trim() === '' && text.trim() === '' && !(hasFiles && defaults.fallback === null)) return null
  for (const one of [html, text]) requireCommentLength(one)
  const isPublic = ctx.actor.only_private_comments ? false : (given.public ?? defaults.isPublic)
  const content = contentOf(typeof input.comment === 'object' ? input.comment : input, { text, html })
  if (content === null && !hasFiles) return null
  return { id: 0, author_id: defaults.authorId, public: isPublic, ...(content ?? NO_CONTENT) }
}

/** The text of a comment, unchanged. @throws RecordInvalid when it is too long */
export function requireCommentLength(text: string): string {
  if (text.length <= MAX_BODY_LENGTH) return text
  throw new RecordInvalid({ base: [{ description: 'Comment: is too long (maximum is 65536 characters)', error: 'TooLong' }] })
}
