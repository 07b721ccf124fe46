/** The later comments of an imported ticket, each with an audit and its original date. @source docs/reference/tickets.md §8 */
import type { Context } from '#core/context.ts'
import { RecordInvalid } from '#core/errors.ts'
import { makeInvalidProblem } from '#core/problems.ts'
import { ensureDefined } from '#lib/defined.ts'
import { auditMetadata } from '../ticket_audits/metadata.ts'
import { newComment } from './write/comment.ts'
import { attachUploads, requireUploads } from './comment_uploads.ts'
import { personById } from './people_store.ts'
import type { TicketRow } from './row.ts'
import type { CommentInput } from './schema.ts'
import { insertHistory, type NewComment, type PastEntry } from './store.ts'

/** A comment of an imported ticket. */
export type ImportedComment = CommentInput

/** Writes the comments after the first with one statement, then their attachments. @throws RecordInvalid when an author does not exist */
export async function importComments(tx: Context, ticket: TicketRow, given: readonly ImportedComment[]): Promise<void> {
  const drafts: { draft: NewComment; at: string; comment: ImportedComment }[] = []
  for (const comment of given) {
    const authorId = await authorOf(tx, comment)
    const isPublic = ticket.comments_public ?? true
    const draft = newComment(tx, { comment }, { authorId, isPublic, fallback: null })
    if (draft !== null) drafts.push({ draft, at: comment.created_at ?? ticket.created_at, comment })
  }
  if (drafts.length === 0) return
  const ids = await tx.services.ids.take(tx.services.database, drafts.length * 2)
  const metadata = auditMetadata(tx)
  const entries: PastEntry[] = drafts.map(({ draft, at }, index) => {
    const audit_id = ensureDefined(ids[index * 2])
    const id = ensureDefined(ids[index * 2 + 1])
    return { audit_id, at, comment: { ...draft, id }, metadata, events: [{ id, type: 'Comment' }] }
  })
  await insertHistory(tx, ticket, entries)
  for (const [index, { comment }] of drafts.entries()) {
    const uploads = await requireUploads(tx, { comment })
    await attachUploads(tx, uploads, { ticket, comment: ensureDefined(entries[index]).comment })
  }
}

async function authorOf(tx: Context, { author_id }: ImportedComment): Promise<number> {
  if (author_id === undefined || author_id === null) return tx.actor.id
  if ((await personById(tx, author_id)) === undefined) throw new RecordInvalid({ base: [makeInvalidProblem('Author')] })
  return author_id
}
