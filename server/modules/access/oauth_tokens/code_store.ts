/** Every statement on authorization codes and on used refresh tokens. */
import type { Selectable } from 'kysely'
import type { Context } from '#core/context.ts'
import { defineStatement, q } from '#db/builder.ts'
import type { OauthCodesTable } from '#db/tables.ts'
import { addSeconds } from '#lib/clock.ts'

/** The consent of a user, with the state of its code. */
export type CodeRow = Omit<Selectable<OauthCodesTable>, 'account_id' | 'code_hash'>
export type NewCode = Omit<CodeRow, 'token_id' | 'spent_at' | 'created_at' | 'expires_at'> & { readonly code_hash: Buffer }

/** A code is valid for two minutes. @source docs/reference/authentication.md §4.1 */
const CODE_SECONDS = 120
/** How long after its expiry a code is kept, to detect that it is sent again. */
const CODE_KEPT_SECONDS = 24 * 3600
/** The longest lifetime of a refresh token: used ones older than this have expired anyway. */
const SPENT_KEPT_SECONDS = 7_776_000

const lock =
  defineStatement<CodeRow>(`select client_id, user_id, redirect_uri, redirect_uri_given, scopes, code_challenge, code_challenge_method, token_id,
  created_at, expires_at, spent_at from oauth_codes where account_id = $1 and code_hash = $2 for update`)
const spend = defineStatement<unknown>('update oauth_codes set spent_at = $3, token_id = $4 where account_id = $1 and code_hash = $2')
const removeOld = defineStatement<unknown>('delete from oauth_codes where account_id = $1 and expires_at < $2')

/** Inserts a code, and deletes codes that are no longer kept. */
export async function insertCode(ctx: Context, code: NewCode): Promise<void> {
  await ctx.db.run(removeOld(ctx.account.id, addSeconds(ctx.now, -CODE_KEPT_SECONDS)))
  const times = { created_at: ctx.now, expires_at: addSeconds(ctx.now, CODE_SECONDS) }
  await ctx.db.run(q.insertInto('oauth_codes').values({ ...code, ...times, account_id: ctx.account.id }))
}

/** A code, with its row locked until the transaction ends: of two concurrent exchanges the second finds it used. */
export function lockCode(ctx: Context, hash: Buffer): Promise<CodeRow | undefined> {
  return ctx.db.first(lock(ctx.account.id, hash))
}

/** Marks a code as used, and records the token issued for it. */
export async function spendCode(ctx: Context, hash: Buffer, token_id: number): Promise<void> {
  await ctx.db.run(spend(ctx.account.id, hash, ctx.now, token_id))
}

const insertSpent = defineStatement<unknown>(
  'insert into oauth_spent_refresh_tokens (account_id, token_hash, token_id, spent_at) values ($1, $2, $3, $4)',
)
const removeSpent = defineStatement<unknown>(
  'delete from oauth_spent_refresh_tokens where account_id = $1 and token_id = $2 and spent_at < $3',
)
const bySpent = defineStatement<{ id: number; client_id: number; user_id: number }>(`select t.id, t.client_id, t.user_id
  from oauth_spent_refresh_tokens s join oauth_tokens t on t.account_id = s.account_id and t.id = s.token_id
  where s.account_id = $1 and t.account_id = $1 and t.client_id = $2 and s.token_hash = $3 for update of t`)

/** Stores the hash of a used refresh token. */
export async function insertSpentRefreshToken(ctx: Context, hash: Buffer, token_id: number): Promise<void> {
  await ctx.db.run(removeSpent(ctx.account.id, token_id, addSeconds(ctx.now, -SPENT_KEPT_SECONDS)))
  await ctx.db.run(insertSpent(ctx.account.id, hash, token_id, ctx.now))
}

/** The token that a used refresh token of a client belonged to, with its row locked until the transaction ends. */
export function lockBySpentRefreshToken(
  ctx: Context,
  client_id: number,
  hash: Buffer,
): Promise<{ id: number; client_id: number; user_id: number } | undefined> {
  return ctx.db.first(bySpent(ctx.account.id, client_id, hash))
}
