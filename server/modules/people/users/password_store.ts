/** Every statement on passwords: a user's current one and their previous ones. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

const selectCurrentHash = defineStatement<{ password_hash: string | null }>(
  'select password_hash from users where account_id = $1 and id = $2',
)
const selectPreviousHashes = defineStatement<{ password_hash: string }>(
  'select password_hash from previous_passwords where account_id = $1 and user_id = $2 order by id desc limit $3',
)
const keep = defineStatement<unknown>(`insert into previous_passwords (account_id, user_id, password_hash, created_at)
  select u.account_id, u.id, u.password_hash, $3 from users u where u.account_id = $1 and u.id = $2 and u.password_hash is not null`)
const prune = defineStatement<unknown>(`delete from previous_passwords where account_id = $1 and user_id = $2 and id not in (
    select p.id from previous_passwords p where p.account_id = $1 and p.user_id = $2 order by p.id desc limit $3)`)

/** The hashes of a user's last passwords, the current one first. */
export async function lastPasswordHashes(ctx: Context, userId: number, count: number): Promise<string[]> {
  const own = await ctx.db.first(selectCurrentHash(ctx.account.id, userId))
  const older = await ctx.db.all(selectPreviousHashes(ctx.account.id, userId, count))
  return [own?.password_hash ?? null, ...older.map((row) => row.password_hash)].filter((hash) => hash !== null).slice(0, count)
}

/**
 * Adds the current password's hash to the previous ones, of which the latest `count` are kept: none where the policy does not need them.
 */
export async function keepPasswordHash(ctx: Context, userId: number, count: number): Promise<void> {
  if (count > 0) await ctx.db.run(keep(ctx.account.id, userId, ctx.now))
  await ctx.db.run(prune(ctx.account.id, userId, count))
}
