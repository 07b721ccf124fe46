/** Reads one page of an export, by time or by cursor. @source docs/reference/conventions.md §4 */
import type { Context } from '#core/context.ts'
import { type Position, secondOf } from './export_position.ts'

/** The rows to read: after a position, before a second, up to a limit. */
export interface Range {
  readonly after: Position
  readonly before: number
  readonly limit: number
  readonly exclude_deleted?: boolean
}

/** A row with its position in the export. */
export type Exported<Row> = Row & Position

/** Finds the rows of an export. */
export type Find<Row> = (ctx: Context, range: Range) => Promise<Exported<Row>[]>

/** The start, end and size of a page. `end` is the second before which rows may be exported. */
export interface PageRequest {
  readonly after: Position
  readonly end: number
  readonly size: number
  readonly exclude_deleted: boolean
}

/** A page by time. `after` is set when a second alone cannot identify the start of the next page. */
export interface TimePage<Row> {
  readonly rows: readonly Exported<Row>[]
  readonly end_time: number
  readonly end_of_stream: boolean
  readonly after: Position | null
}

/** A page by cursor; `after` is the start of the next one, whether it has rows yet or not. */
export interface CursorPage<Row> {
  readonly rows: readonly Exported<Row>[]
  readonly end_of_stream: boolean
  readonly after: Position
}

/** The most rows that a page of one second is extended by. */
const ONE_SECOND_LIMIT = 10_000

/** Reads a page by cursor. */
export async function readCursorPage<Row>(ctx: Context, find: Find<Row>, request: PageRequest): Promise<CursorPage<Row>> {
  const { after, end, size, exclude_deleted } = request
  const found = await find(ctx, { after, before: end, limit: size + 1, exclude_deleted })
  const rows = found.slice(0, size)
  return { rows, end_of_stream: found.length <= size, after: placeOf(rows.at(-1)) ?? after }
}

/**
 * Reads a page by time. The next one begins with the second this one ends in, so rows of that second are repeated and none is lost. A page
 * whose rows are all of one second is extended by the rest of that second, and the next one begins with the second after it; when even that
 * is too much, the next page is identified by a position instead.
 * @source docs/reference/conventions.md §4.2
 */
export async function readTimePage<Row>(ctx: Context, find: Find<Row>, request: PageRequest): Promise<TimePage<Row>> {
  const page = await readCursorPage(ctx, find, request)
  const [first] = page.rows
  const began = secondOf(first ?? request.after)
  const ended = secondOf(page.after)
  if (page.end_of_stream) return { ...page, end_time: ended, after: isWithin(request.after, ended) ? page.after : null }
  if (ended > began) return { ...page, end_time: ended, after: null }
  const rest = { after: page.after, end: began + 1, size: ONE_SECOND_LIMIT, exclude_deleted: request.exclude_deleted }
  const extended = await readCursorPage(ctx, find, rest)
  const rows = [...page.rows, ...extended.rows]
  if (!extended.end_of_stream) return { rows, end_time: began, end_of_stream: false, after: extended.after }
  return { rows, end_time: began + 1, end_of_stream: false, after: null }
}

/** A client that was given a position keeps getting one until it has left that second. */
const isWithin = (asked: Position, second: number) => asked.id > 0 && secondOf(asked) === second

/** A single page without continuation: a sample. */
export async function readSample<Row>(ctx: Context, find: Find<Row>, request: PageRequest): Promise<TimePage<Row>> {
  const page = await readCursorPage(ctx, find, request)
  return { ...page, end_time: secondOf(page.after), after: null }
}

function placeOf(row: Position | undefined): Position | undefined {
  return row === undefined ? undefined : { at_us: row.at_us, id: row.id }
}
