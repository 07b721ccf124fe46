/** The statement that writes an account's settings; they are read with the account (accounts/directory.ts). */
import type { Context } from '../../../context.ts'
import { fixed } from '../../../db/builder.ts'
import { json } from '../../../db/types.ts'

const update = fixed<unknown>('update accounts set settings = $2, updated_at = $3 where id = $1')

/** Stores settings. */
export async function updateSettings(ctx: Context, settings: Record<string, unknown>): Promise<void> {
  await ctx.db.run(update(ctx.account.id, json(settings), ctx.now))
}
