/** The statement that hangs files of some tickets on a comment of another: when tickets are merged. The bytes are kept once. @source tickets.md §3.6 */
import type { Context } from '../../context.ts'
import { fixed } from '../../db/builder.ts'

const copy = fixed<unknown>(`insert into attachments
    (account_id, file_id, ticket_id, comment_id, author_id, file_name, content_type, picture_type, size, width, height, inline, malware_access_override, created_at)
  select $1, a.file_id, $3, $4, a.author_id, a.file_name, a.content_type, a.picture_type, a.size, a.width, a.height, false, a.malware_access_override, $6
  from attachments a join ticket_comments c on c.account_id = $1 and c.id = a.comment_id
  where a.account_id = $1 and c.account_id = $1 and a.ticket_id = any($2::bigint[]) and a.file_id is not null and (c.public or not $5::boolean)
  order by a.id`)

/** Copies the files of tickets to a comment; to a public one only those that were public. Redacted ones have nothing left to copy. */
export async function copyAttachments(
  ctx: Context,
  fromTicketIds: readonly number[],
  to: { readonly ticket_id: number; readonly comment_id: number; readonly is_public: boolean },
): Promise<void> {
  await ctx.db.run(copy(ctx.account.id, fromTicketIds, to.ticket_id, to.comment_id, to.is_public, ctx.now))
}
