/** The statement that writes an account's settings; they are read with the account (accounts/directory.ts). */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { toJson } from '#db/types.ts'

const update = defineStatement<unknown>('update accounts set settings = $2, updated_at = $3 where id = $1')

/** Stores settings. */
export async function updateSettings(ctx: Context, settings: Record<string, unknown>): Promise<void> {
  await ctx.db.run(update(ctx.account.id, toJson(settings), ctx.now))
}
