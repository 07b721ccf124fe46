/**
 * The statements that copy attachments: of merged tickets to a comment of another ticket, and of a suspended ticket into an upload. The
 * stored file is shared, not copied.
 * @source docs/reference/tickets.md §3.6, §11
 */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { ATTACHMENT_COLUMNS, type AttachmentRow } from './store.ts'

const copy = defineStatement<unknown>(`insert into attachments
    (account_id, file_id, ticket_id, comment_id, author_id, file_name, content_type, picture_type, size, width, height, inline, malware_access_override, created_at)
  select $1, a.file_id, $3, $4, a.author_id, a.file_name, a.content_type, a.picture_type, a.size, a.width, a.height, false, a.malware_access_override, $6
  from attachments a join ticket_comments c on c.account_id = a.account_id and c.id = a.comment_id
  where a.account_id = $1 and c.account_id = $1 and a.ticket_id = any($2::bigint[]) and a.file_id is not null and (c.public or not $5::boolean)
  order by a.id`)

const copyIn = defineStatement<AttachmentRow>(`insert into attachments
    (account_id, file_id, upload_id, author_id, file_name, content_type, picture_type, size, width, height, inline, malware_access_override, created_at)
  select $1, a.file_id, $3, $4, a.file_name, a.content_type, a.picture_type, a.size, a.width, a.height, a.inline, a.malware_access_override, $5
  from attachments a where a.account_id = $1 and a.id = any($2::bigint[]) order by a.id returning ${ATTACHMENT_COLUMNS.join(', ')}`)

/** Copies these attachments into an upload of the caller's. The caller ensures that none of them is removed meanwhile. */
export async function copyToUpload(tx: Context, ids: readonly number[], uploadId: number): Promise<AttachmentRow[]> {
  const rows = await tx.db.all(copyIn(tx.account.id, ids, uploadId, tx.actor.id, tx.now))
  return rows.sort((one, other) => one.id - other.id)
}

/** Copies the attachments of tickets to a comment; to a public one only those of public comments. Redacted ones have no file to copy. */
export async function copyAttachments(
  ctx: Context,
  fromTicketIds: readonly number[],
  to: { readonly ticket_id: number; readonly comment_id: number; readonly is_public: boolean },
): Promise<void> {
  await ctx.db.run(copy(ctx.account.id, fromTicketIds, to.ticket_id, to.comment_id, to.is_public, ctx.now))
}
