/** Where an export stands: the moment of the last row it has given, and that row's id. Pure. @source docs/reference/conventions.md §4 */
import { InvalidAttribute, Unprocessable } from '../errors.ts'
import { leadingNumber } from '../lib/epoch_text.ts'

/** A place in an export: behind the row `id` of this moment. `at_us` is in microseconds since 1970, as fine as rows are. */
export interface Position {
  readonly at_us: number
  readonly id: number
}

const MICROSECONDS = 1_000_000
/** The most recent minute is left out: what is written in it may still be about to be committed. */
const WITHHELD_SECONDS = 60
const LARGEST_PAGE = 1000
/** Seconds of the year 9999: what is above cannot be a moment. */
const LAST_SECOND = 253_402_300_799
/** What an ISO date begins with. */
const DATE = /^\d{4}-\d\d-\d\d/
const CURSOR = /^(\d{1,12})\.(\d{1,6})\|\|(\d{1,16})\|$/

/** The place before every row of this second. */
export const beginningOf = (second: number): Position => ({ at_us: second * MICROSECONDS, id: 0 })

/** The whole second of a place. */
export const secondOf = (position: Position): number => Math.floor(position.at_us / MICROSECONDS)

/** The second at which what may be exported ends: nothing of it, nor anything later, is given yet. */
export function endOf(now: Date): number {
  return Math.floor(now.getTime() / 1000) - WITHHELD_SECONDS
}

/** A place as clients keep it. @source docs/reference/conventions.md §4.2 */
export function encodePosition({ at_us, id }: Position): string {
  const fraction = String(at_us % MICROSECONDS)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return Buffer.from(`${Math.floor(at_us / MICROSECONDS)}.${fraction || '0'}||${id}|`).toString('base64')
}

/** @throws Unprocessable for what is no cursor of ours */
export function decodePosition(cursor: string): Position {
  const match = CURSOR.exec(Buffer.from(cursor, 'base64').toString('utf8'))
  const [second, micros, id] = [Number(match?.[1]), Number((match?.[2] ?? '').padEnd(6, '0')), Number(match?.[3])]
  if (match === null || second > LAST_SECOND || !Number.isSafeInteger(id)) throw new Unprocessable('InvalidValue', 'Invalid cursor')
  return { at_us: second * MICROSECONDS + micros, id }
}

/**
 * The second an export begins at. `start_time` is a number of seconds, whole or not, or an ISO date; of other text the number it
 * begins with counts, and 0 where there is none, as in "now" or an id. undefined when it was not sent; of several the first counts.
 * Less than a minute ago there is nothing to give yet: that is refused, but for a date, and where `from_now` allows it. Connectors try
 * so, asking from this moment on, whether they may read. @throws Unprocessable
 * @source docs/reference/clients.md §8; docs/reference/conventions.md §2
 */
export function readStart(start_time: unknown, end: number, from_now = false): number | undefined {
  const [first] = [start_time].flat()
  const text = typeof first === 'string' ? first.trim() : ''
  if (text === '') return undefined
  const start = Math.max(0, secondsIn(text))
  if (start <= end) return start
  if (from_now || DATE.test(text)) return end
  throw new Unprocessable('InvalidValue', 'Too recent start_time. Use a start_time older than 1 minute')
}

function secondsIn(text: string): number {
  const date = DATE.test(text) ? Date.parse(text) / 1000 : Number.NaN
  const seconds = Number.isNaN(date) ? (leadingNumber(text) ?? 0) : date
  return Math.floor(Math.min(seconds, LAST_SECOND))
}

/** How many rows a page holds. @throws InvalidAttribute when per_page is no whole number */
export function readSize(per_page: unknown, action: string): number {
  if (per_page === undefined || per_page === '') return LARGEST_PAGE
  const size = Number(per_page)
  if (!Number.isInteger(size)) throw new InvalidAttribute('per_page', 'must be an integer', action)
  return size < 1 ? LARGEST_PAGE : Math.min(size, LARGEST_PAGE)
}
