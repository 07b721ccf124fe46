/** What an alert needs to know. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

const selectAdministrators = defineStatement<{ id: number }>(
  "select id from users where account_id = $1 and role = 'admin' and active and not suspended order by id limit 50",
)
const selectNumber = defineStatement<{ number: number }>('select number from webhooks where account_id = $1 and id = $2')

/** The administrators who can sign in, fifty at most. */
export async function administratorIds(ctx: Context): Promise<number[]> {
  return (await ctx.db.all(selectAdministrators(ctx.account.id))).map(({ id }) => id)
}

/** What the audit log names a webhook by. */
export async function webhookNumber(ctx: Context, id: string): Promise<number> {
  return (await ctx.db.one(selectNumber(ctx.account.id, id))).number
}
