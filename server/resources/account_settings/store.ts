/** The two statements on an account's settings. */
import type { Context } from '../../context.ts'
import { fixed } from '../../db/builder.ts'
import { json } from '../../db/types.ts'

const lock = fixed<{ settings: unknown }>('select settings from accounts where id = $1 for update')
const update = fixed<unknown>('update accounts set settings = $2, updated_at = $3 where id = $1')

/** What is stored of the settings, locked until the transaction ends. */
export async function lockSettings(ctx: Context): Promise<unknown> {
  return (await ctx.db.first(lock(ctx.account.id)))?.settings
}

/** Stores settings. */
export async function updateSettings(ctx: Context, settings: Record<string, unknown>): Promise<void> {
  await ctx.db.run(update(ctx.account.id, json(settings), ctx.now))
}
