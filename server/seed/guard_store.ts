/** The records of an account in addition to those of a fresh one. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** The numbers of records that people have created. */
export interface Holdings {
  readonly tickets: number
  readonly users: number
  readonly organizations: number
}

const count = defineStatement<Holdings>(`select (select count(*) from tickets t where t.account_id = $1)::integer as tickets,
  (select count(*) from users u where u.account_id = $1 and u.id <> $2)::integer as users,
  (select count(*) from organizations o where o.account_id = $1)::integer as organizations`)

/** Counts them. The owner does not count. */
export async function holdingsOf(ctx: Context): Promise<Holdings> {
  return ctx.db.one(count(ctx.account.id, ctx.account.owner_id))
}
