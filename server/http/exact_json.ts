/**
 * Parses JSON without losing digits. A number that JavaScript would write with other digits than the client did (`9007199254740993`, `1.10`,
 * `1e400`) becomes a marked text of the digits as sent; read_input.ts makes of it what the shape of its member says.
 */
import { randomUUID } from 'node:crypto'

/** Far more than a request that makes sense has; each costs time. */
const MAX_MARKED = 100_000
/** Begins each marked text. No client can send it: it is another one in each process. */
const MARK = `\0${randomUUID()}:`
const MARK_IN_JSON = JSON.stringify(MARK).slice(1, -1)
/** Finds a number that may be written differently; in a text, too. Most bodies have none, and need nothing else. */
const SUSPECT = /[:,[]\s*(?:-?(?:\d{16}|\d+[.eE])|-0)/
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d[\d.eE+-]*/g
const QUOTE = 34
const NUMBER = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i

/** Parses JSON. Numbers that lose digits are marked: see {@link digitsOf}. @throws SyntaxError also for more than a hundred thousand of them */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!SUSPECT.test(text)) return value
  const marked = markNumbers(text)
  return marked === text ? value : JSON.parse(marked)
}

/** `text` is valid JSON, so that what begins with a quote is a text, and what begins with a digit outside of texts a number. */
function markNumbers(text: string): string {
  const parts: string[] = []
  let done = 0
  for (const { 0: part, index } of text.matchAll(TOKEN)) {
    if (part.charCodeAt(0) === QUOTE || String(Number(part)) === part) continue
    if (parts.length === 2 * MAX_MARKED) throw new SyntaxError('too many numbers with digits to keep')
    parts.push(text.slice(done, index), `"${MARK_IN_JSON}${part}"`)
    done = index + part.length
  }
  return parts.join('') + text.slice(done)
}

/** The digits of a marked number; undefined for every other value. */
export function digitsOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : undefined
}

/** More than any number that JavaScript has: a text of as many digits is none of them, and is not looked at. */
const MAX_DIGITS = 400

/** The number with these digits; undefined where JavaScript has only another one, and for more digits than any number has. */
export function exactNumber(digits: string): number | undefined {
  if (digits.length > MAX_DIGITS) return undefined
  const number = Number(digits)
  return Number.isFinite(number) && plainForm(digits) === plainForm(String(number)) ? number : undefined
}

/** A value that {@link parseExactly} has returned, as JSON: the same text for the same request in every process. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(MARK_IN_JSON, '')
}

/** Sign, significant digits and power of ten: equal for equal numbers. */
function plainForm(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  // tried where zeros begin only, so that many of them take linear time
  const kept = digits.replace(/(?<!0)0+$/, '')
  return kept === '' ? '0' : `${sign === '-' ? sign : ''}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}
