/** What full text finds tickets by, written anew where it is not written with the ticket (store.ts). */
import type { Context } from '../../context.ts'
import { fixed } from '../../db/builder.ts'

// the first comment is the description
const rewrite = fixed<unknown>(`insert into ticket_texts as x (account_id, ticket_id, words)
  select t.account_id, t.id, search_card(t.account_id, t.subject,
      (select c.plain_body from ticket_comments c where c.account_id = $1 and c.ticket_id = t.id order by c.created_at, c.id limit 1),
      (select string_agg(l.plain_body, ' ' order by l.created_at, l.id) from (
        select c.plain_body, c.created_at, c.id from ticket_comments c where c.account_id = $1 and c.ticket_id = t.id
        order by c.created_at, c.id offset 1) as l),
      t.tags || t.external_id || t.recipient)
    from tickets t where t.account_id = $1 and t.id = any($2::bigint[]) and t.deleted_at is null
  on conflict (account_id, ticket_id) do update set words = excluded.words where x.account_id = $1`)

/** Reads the words of tickets from them and their comments again: after a comment was redacted, tags were taken away, or all was scrubbed. */
export async function rewriteTexts(ctx: Context, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length > 0) await ctx.db.run(rewrite(ctx.account.id, ticketIds))
}
