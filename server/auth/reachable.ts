/** Where people are written to. Beside the rest of who people are, so that the acts on users can write mails, too. */
import type { Context } from '../context.ts'
import { fixed } from '../db/builder.ts'

/** Somebody who can be written to: his primary address. */
export interface Reachable {
  readonly id: number
  readonly email: string
}

const byIds = fixed<Reachable>(`select u.id, u.email from users u
  where u.account_id = $1 and u.id = any($2::bigint[]) and u.active and not u.suspended and u.email is not null order by u.id`)

/** Those of these users who are written to, each once: neither the deleted and suspended, nor who has no address. */
export function findReachable(ctx: Context, userIds: readonly number[]): Promise<Reachable[]> {
  return ctx.db.all(byIds(ctx.account.id, userIds))
}
