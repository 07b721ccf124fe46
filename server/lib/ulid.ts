/** ULIDs: text ids that sort by creation time. @source https://github.com/ulid/spec */
import { randomBytes } from 'node:crypto'

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_SIGNS = 10
const CHANCE_BYTES = 10

/** The ULID of a moment, in milliseconds since 1970, and ten random bytes. */
export function formatUlid(moment: number, chance: Uint8Array): string {
  const bits = chance.slice(0, CHANCE_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return signs(BigInt(Math.max(0, moment)), TIME_SIGNS) + signs(bits, 16)
}

function signs(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest >>= 5n) text = SIGNS.charAt(Number(rest & 31n)) + text
  return text
}

/** True for text that is a ULID. */
export function isUlid(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text)
}

/** A new ULID with the time of a moment. */
export function makeUlid(moment: Date): string {
  return formatUlid(moment.getTime(), randomBytes(CHANCE_BYTES))
}
