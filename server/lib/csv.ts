/** Tables as CSV text, with nothing in it that a spreadsheet would run. */

/** The value of a cell; null is an empty one. */
export type CsvCell = string | number | boolean | null

/** The beginnings of a formula in a spreadsheet, including after blanks and in the full-width forms some accept. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
/**
 * The same within a cell: where semicolons or tabs separate cells, as in much of Europe, or a line ends, a program takes the rest for a cell of
 * its own, whatever stands in quotes before it. Each separator is looked behind to the next one only, so long texts take no longer.
 */
const INNER_FORMULA = /([;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g
const NEEDS_QUOTES = /[",\r\n]/

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const inside = cell.replaceAll(INNER_FORMULA, "$1'")
  const harmless = FORMULA.test(cell) ? `'${inside}` : inside
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/**
 * One row, ended by CR LF. A text that would be a formula, alone or after what some programs take for a separator, gets an apostrophe before it.
 * @source RFC 4180 §2
 */
export function csvLine(row: readonly CsvCell[]): string {
  return `${row.map(cellText).join(',')}\r\n`
}

/** A table: its header, then its rows, each as {@link csvLine}. @source RFC 4180 §2 */
export function csvText(head: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  return [head, ...rows].map(csvLine).join('')
}

/** The headers of a table as an answer: downloaded as `filename` and not cached. @source RFC 4180 §3, RFC 6266 §4 */
export function csvHeaders(filename: string): Record<string, string> {
  return {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'no-store',
  }
}
