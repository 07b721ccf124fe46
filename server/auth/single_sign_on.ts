/** The state of identity providers that signing in depends on. Not here: the providers themselves (modules/sign_in/identity_providers/). */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

const othersActive = defineStatement<{ id: number }>(
  'select id from identity_providers where account_id = $1 and active and id <> $2 limit 1',
)

/** True when there is an active provider beside this one. */
export async function isAnotherActive(ctx: Context, exceptId: number): Promise<boolean> {
  return (await ctx.db.first(othersActive(ctx.account.id, exceptId))) !== undefined
}
