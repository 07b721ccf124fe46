/** The comment that comes with a write. @source tickets.md §2 */
import type { Context } from '../../context.ts'
import { RecordInvalid } from '../../errors.ts'
import { contentFromHtml, contentFromText } from '../ticket_comments/content.ts'
import type { TicketInput } from './schema.ts'
import type { NewComment } from './store.ts'

const LONGEST_BODY = 64 * 1024

/** Defaults of a comment. `fallback` is the text when none is sent: the description of a new ticket; null on a change. */
export interface CommentDefaults {
  readonly authorId: number
  readonly isPublic: boolean
  readonly fallback: string | null
}

/** The comment to write, without its id yet; null when none was sent or it is blank. @throws RecordInvalid when it is too long */
export function newComment(ctx: Context, input: TicketInput, defaults: CommentDefaults): NewComment | null {
  const given = typeof input.comment === 'string' ? { body: input.comment } : (input.comment ?? {})
  const html = given.html_body ?? ''
  const text = given.body ?? defaults.fallback ?? ''
  if (html.trim() === '' && text.trim() === '') return null
  if (html.length > LONGEST_BODY || text.length > LONGEST_BODY)
    throw new RecordInvalid({ base: [{ description: 'Comment: is too long (maximum is 65536 characters)', error: 'TooLong' }] })
  const isPublic = ctx.actor.only_private_comments ? false : (given.public ?? defaults.isPublic)
  const content = html.trim() === '' ? contentFromText(text) : contentFromHtml(html)
  return content === null ? null : { id: 0, author_id: defaults.authorId, public: isPublic, ...content }
}
