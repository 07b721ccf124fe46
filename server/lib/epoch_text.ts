/** Moments that clients send as seconds since 1970, in text. Pure. @source docs/reference/clients.md §8 */
import { toDate } from './clock.ts'

const LEADING_NUMBER = /^-?\d+(?:\.\d+)?(?=\s|$)/
/** About the year 5138: no client means a later moment. */
const FURTHEST_SECOND = 1e11

/**
 * The number at the start of a text, as clients send seconds: "1577836800", "1577836800.0", "1577836800 UTC". undefined for a word, and for
 * an id that only begins with digits.
 */
export function readLeadingNumber(text: string): number | undefined {
  const digits = LEADING_NUMBER.exec(text)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** The moment a text gives in seconds; undefined when it gives none. */
export function epochDate(text: string | undefined): Date | undefined {
  const seconds = readLeadingNumber(text ?? '')
  return seconds !== undefined && Math.abs(seconds) < FURTHEST_SECOND ? toDate(seconds * 1000) : undefined
}
