/** Codes for whoever has lost the phone: each opens once, and is shown once. */
import { randomInt } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { hashSecret } from '../../../auth/secrets.ts'

/** Without letters and digits that look alike; ten of them hold some 49 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5
export const RECOVERY_CODES = 10

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A new set of codes, as they are shown. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`)
}

/** How a code is kept: as a hash that is good for one person only. Spaces, dashes and capitals do not matter. */
export function recoveryHash(ctx: Context, userId: number, code: string): Buffer {
  const bare = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return hashSecret(ctx.services.pepper, `recovery:${ctx.account.id}:${userId}:${bare}`)
}
