/** Every statement on challenges, which connect the correct password with the second factor. They expire by the machine's clock. */
import { randomBytes } from 'node:crypto'
import { hashSecret } from '#core/secrets.ts'
import type { Context } from '#core/context.ts'
import { defineStatement } from '#db/builder.ts'
import { addSeconds, machineNow } from '#lib/clock.ts'

/** How long a challenge is valid. */
export const CHALLENGE_SECONDS = 300
/** How many codes a challenge accepts. */
export const MAX_CODES_PER_CHALLENGE = 5

const insert = defineStatement<unknown>(
  'insert into sign_in_challenges (account_id, challenge_hash, user_id, expires_at) values ($1, $2, $3, $4)',
)
const count = defineStatement<{ user_id: number; attempts: number }>(`update sign_in_challenges set attempts = attempts + 1
  where account_id = $1 and challenge_hash = $2 and expires_at > $3 and attempts < $4 returning user_id, attempts`)
const remove = defineStatement<{ user_id: number }>(
  'delete from sign_in_challenges where account_id = $1 and challenge_hash = $2 returning user_id',
)
const removeOfUser = defineStatement<unknown>('delete from sign_in_challenges where account_id = $1 and user_id = $2')

const hashOf = (ctx: Context, challenge: string) => hashSecret(ctx.services.pepper, challenge)

/** Creates a challenge for a user. Only its hash is stored. */
export async function insertChallenge(ctx: Context, userId: number): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await ctx.db.run(insert(ctx.account.id, hashOf(ctx, challenge), userId, addSeconds(machineNow(), CHALLENGE_SECONDS)))
  return challenge
}

/** Counts an attempt before its code is checked; undefined when the challenge is unknown, expired or used up. */
export function countAttempt(ctx: Context, challenge: string): Promise<{ user_id: number; attempts: number } | undefined> {
  return ctx.db.first(count(ctx.account.id, hashOf(ctx, challenge), machineNow(), MAX_CODES_PER_CHALLENGE))
}

/** Deletes a used challenge; false when a concurrent request has just done so. */
export async function spendChallenge(ctx: Context, challenge: string): Promise<boolean> {
  return (await ctx.db.first(remove(ctx.account.id, hashOf(ctx, challenge)))) !== undefined
}

/** Deletes all challenges of a user: after too many failures they have to start again with the password. */
export async function deleteChallengesOf(ctx: Context, userId: number): Promise<void> {
  await ctx.db.run(removeOfUser(ctx.account.id, userId))
}
