/** The searchable text of tickets, rewritten where it is not written with the ticket (store.ts). */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

// the first comment is the description; `offset 0` keeps the planner from computing the words twice
const rewrite = defineStatement<unknown>(`insert into ticket_texts (account_id, ticket_id, words, marks)
  select $1, r.id, r.words, search_marks(r.words) from (
    select t.account_id, t.id, search_joined(search_card(t.account_id, t.subject, c.bodies[1], null, t.tags || t.external_id || t.recipient),
        setweight(search_each(t.account_id, c.bodies[2:]), 'C')) as words
      from tickets t, lateral (select array_agg(c.plain_body order by c.created_at, c.id) as bodies from ticket_comments c
        where c.account_id = $1 and c.ticket_id = t.id) as c
      where t.account_id = $1 and t.id = any($2::bigint[]) and t.deleted_at is null offset 0) as r
  on conflict (account_id, ticket_id) do update set words = excluded.words, marks = excluded.marks`)

/**
 * Rebuilds the words of tickets from the tickets and their comments: after a comment was redacted, tags were removed, or all was scrubbed.
 */
export async function rewriteTexts(ctx: Context, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length > 0) await ctx.db.run(rewrite(ctx.account.id, ticketIds))
}
