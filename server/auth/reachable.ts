/** The addresses mails go to. Part of auth/ so that the acts on users can send mails, too. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** A user who can receive mail, with their primary address. */
export interface Reachable {
  readonly id: number
  readonly email: string
}

const byIds = defineStatement<Reachable>(`select u.id, u.email from users u
  where u.account_id = $1 and u.id = any($2::bigint[]) and u.active and not u.suspended and u.email is not null order by u.id`)

/** The users among these who can receive mail, each once: deleted and suspended users and those without an address are left out. */
export function findReachable(ctx: Context, userIds: readonly number[]): Promise<Reachable[]> {
  return ctx.db.all(byIds(ctx.account.id, userIds))
}
