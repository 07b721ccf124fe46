/** The position of an export: the moment of the last row returned, and that row's id. Pure. @source docs/reference/conventions.md §4 */
import { InvalidAttribute, Unprocessable } from '#core/errors.ts'
import { readLeadingNumber } from '#lib/epoch_text.ts'

/** A position in an export: after the row `id` of this moment. `at_us` is in microseconds since 1970, the precision of rows. */
export interface Position {
  readonly at_us: number
  readonly id: number
}

const MICROSECONDS = 1_000_000
/** The most recent minute is left out: rows written in it may not be committed yet. */
const WITHHELD_SECONDS = 60
const LARGEST_PAGE = 1000
/** The last second of the year 9999: a greater number is not a valid moment. */
const LAST_SECOND = 253_402_300_799
/** The beginning of an ISO date. */
const DATE = /^\d{4}-\d\d-\d\d/
const CURSOR = /^(\d{1,12})\.(\d{1,6})\|\|(\d{1,16})\|$/

/** The position before every row of this second. */
export const beginningOf = (second: number): Position => ({ at_us: second * MICROSECONDS, id: 0 })

/** The whole second of a position. */
export const secondOf = (position: Position): number => Math.floor(position.at_us / MICROSECONDS)

/** The second at which exportable rows end: this second and later ones are not returned yet. */
export function endOf(now: Date): number {
  return Math.floor(now.getTime() / 1000) - WITHHELD_SECONDS
}

/** A position encoded as a cursor. @source docs/reference/conventions.md §4.2 */
export function encodePosition({ at_us, id }: Position): string {
  const fraction = String(at_us % MICROSECONDS)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return Buffer.from(`${Math.floor(at_us / MICROSECONDS)}.${fraction || '0'}||${id}|`).toString('base64')
}

/** @throws Unprocessable when it is not a cursor of ours */
export function decodePosition(cursor: string): Position {
  const match = CURSOR.exec(Buffer.from(cursor, 'base64').toString('utf8'))
  const second = Number(match?.[1])
  const micros = Number((match?.[2] ?? '').padEnd(6, '0'))
  const id = Number(match?.[3])
  if (match === null || second > LAST_SECOND || !Number.isSafeInteger(id)) throw new Unprocessable('InvalidValue', 'Invalid cursor')
  return { at_us: second * MICROSECONDS + micros, id }
}

/**
 * The second an export begins at. `start_time` is a number of seconds, whole or not, or an ISO date; of other text the leading number
 * counts, or 0 where there is none, as in "now" or an id. undefined when it was not sent; of several the first counts. A start less than a
 * minute ago is refused, except for a date, and where `from_now` allows it: connectors check in this way whether they have read access.
 * @throws Unprocessable
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
  const seconds = Number.isNaN(date) ? (readLeadingNumber(text) ?? 0) : date
  return Math.floor(Math.min(seconds, LAST_SECOND))
}

/** The number of rows of a page. @throws InvalidAttribute when per_page is not an integer */
export function readSize(per_page: unknown, action: string): number {
  if (per_page === undefined || per_page === '') return LARGEST_PAGE
  const size = Number(per_page)
  if (!Number.isInteger(size)) throw new InvalidAttribute('per_page', 'must be an integer', action)
  return size < 1 ? LARGEST_PAGE : Math.min(size, LARGEST_PAGE)
}
