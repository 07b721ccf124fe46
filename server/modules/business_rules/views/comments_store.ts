/** The last comment of each of several tickets. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** A comment as views show it. */
export interface LastComment {
  readonly ticket_id: number
  readonly body: string
  readonly created_at: string
  readonly author_id: number
  readonly public: boolean
}

const select =
  defineStatement<LastComment>(`select c.ticket_id, c.body, c.created_at, c.author_id, c.public from unnest($2::bigint[]) as wanted (id)
  cross join lateral (select ticket_id, body, created_at, author_id, public from ticket_comments
    where account_id = $1 and ticket_id = wanted.id order by created_at desc, id desc limit 1) as c`)

/** The newest comment of each ticket. */
export function lastComments(ctx: Context, ticketIds: readonly number[]): Promise<LastComment[]> {
  return ticketIds.length === 0 ? Promise.resolve([]) : ctx.db.all(select(ctx.account.id, ticketIds))
}
