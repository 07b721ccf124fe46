/** Recovery codes for users who lost their phone: each is valid once, and is shown once. */
import { randomInt } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { hashSecret } from '#core/secrets.ts'

/** Without characters that look alike; ten of them have about 49 bits of entropy. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5
const RECOVERY_CODES = 10

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A new set of codes in their displayed form. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`)
}

/** The stored form of a code: a hash bound to one user. Spaces, dashes and case do not matter. */
export function recoveryHash(ctx: Context, userId: number, code: string): Buffer {
  const bare = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return hashSecret(ctx.services.pepper, `recovery:${ctx.account.id}:${userId}:${bare}`)
}
