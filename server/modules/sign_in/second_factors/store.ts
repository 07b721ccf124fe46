/** Every statement on second factors and their recovery codes. */
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'

/** A user's second factor; unconfirmed until a code has shown that the app has the secret. */
export interface SecondFactorRow {
  readonly user_id: number
  readonly secret_cipher: Buffer
  readonly confirmed_at: string | null
  readonly recovery_codes_left: number
}

const find = defineStatement<SecondFactorRow>(`select f.user_id, f.secret_cipher, f.confirmed_at,
    (select count(*) from second_factor_recovery_codes c where c.account_id = $1 and c.user_id = f.user_id and c.used_at is null) as recovery_codes_left
  from second_factors f where f.account_id = $1 and f.user_id = $2`)
const begin = defineStatement<{
  user_id: number
}>(`insert into second_factors (account_id, user_id, secret_cipher, created_at) values ($1, $2, $3, $4)
  on conflict (account_id, user_id) do update set secret_cipher = excluded.secret_cipher, created_at = excluded.created_at
  where second_factors.confirmed_at is null returning user_id`)
const confirm = defineStatement<{ user_id: number }>(`update second_factors set confirmed_at = $4, last_step = $5
  where account_id = $1 and user_id = $2 and secret_cipher = $3 and confirmed_at is null returning user_id`)
const takeStep = defineStatement<{ user_id: number }>(`update second_factors set last_step = $3
  where account_id = $1 and user_id = $2 and confirmed_at is not null and last_step < $3 returning user_id`)
const remove = defineStatement<{ user_id: number }>(
  'delete from second_factors where account_id = $1 and user_id = $2 and confirmed_at is not null returning user_id',
)
const note = defineStatement<unknown>('update users set two_factor_auth_enabled = $3, updated_at = $4 where account_id = $1 and id = $2')
const forgetCodes = defineStatement<unknown>('delete from second_factor_recovery_codes where account_id = $1 and user_id = $2')
const insertCodes = defineStatement<unknown>(
  `insert into second_factor_recovery_codes (account_id, user_id, code_hash) select $1, $2, decode(hash, 'hex') from unnest($3::text[]) as hash`,
)
const useCode = defineStatement<{ user_id: number }>(`update second_factor_recovery_codes set used_at = $4
  where account_id = $1 and user_id = $2 and code_hash = $3 and used_at is null returning user_id`)

/** The second factor of a user, confirmed or not. */
export function findSecondFactor(ctx: Context, userId: number): Promise<SecondFactorRow | undefined> {
  return ctx.db.first(find(ctx.account.id, userId))
}

/** Writes an unconfirmed secret, replacing an earlier unconfirmed one; false when there is a confirmed one. */
export async function beginSecondFactor(ctx: Context, userId: number, secretCipher: Buffer): Promise<boolean> {
  return (await ctx.db.first(begin(ctx.account.id, userId, secretCipher, ctx.now))) !== undefined
}

/** Confirms exactly this secret by a code of this time step; false when it is no longer the pending one. */
export async function confirmSecondFactor(ctx: Context, row: SecondFactorRow, step: number): Promise<boolean> {
  return (await ctx.db.first(confirm(ctx.account.id, row.user_id, row.secret_cipher, ctx.now, step))) !== undefined
}

/** Marks a time step and all earlier ones as used; false when it already was. */
export async function useStep(ctx: Context, userId: number, step: number): Promise<boolean> {
  return (await ctx.db.first(takeStep(ctx.account.id, userId, step))) !== undefined
}

/** Removes a confirmed second factor with its recovery codes; false when there was none. */
export async function deleteSecondFactor(ctx: Context, userId: number): Promise<boolean> {
  return (await ctx.db.first(remove(ctx.account.id, userId))) !== undefined
}

/** Writes to the user's row whether they have a second factor. The caller must invalidate the cached actor. */
export async function markSecondFactor(ctx: Context, userId: number, enabled: boolean): Promise<void> {
  await ctx.db.run(note(ctx.account.id, userId, enabled, ctx.now))
}

/** Replaces the recovery codes by a new set. */
export async function replaceRecoveryCodes(ctx: Context, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await ctx.db.run(forgetCodes(ctx.account.id, userId))
  const texts = hashes.map((hash) => hash.toString('hex'))
  await ctx.db.run(insertCodes(ctx.account.id, userId, texts))
}

/** Marks a recovery code as used; false when there is no such unused code. */
export async function useRecoveryCode(ctx: Context, userId: number, hash: Buffer): Promise<boolean> {
  return (await ctx.db.first(useCode(ctx.account.id, userId, hash, ctx.now))) !== undefined
}
