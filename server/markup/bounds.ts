/** Whether a text is small and plain enough to be read as Markdown. One pass over its characters. Pure. */

/** How much of what Markdown costs most a text may have. The time of reading it grows with the square of most of these. */
export const BOUNDS = {
  characters: 32_768,
  lines: 2000,
  /** The characters that mean something, all together. */
  marks: 1000,
  /** Of the lengths of its words, each squared. */
  squares: 4_000_000,
  /** Blanks one after the other. */
  blanks: 500,
  /** Quotes and lists that begin in one line. */
  nesting: 20,
} as const

const MARKS = new Set([...'*_`[]<>~|!\\&@#:'].map((mark) => mark.charCodeAt(0)))
/** What begins a quote or an item of a list, beside digits. */
const OPENERS = new Set([...'>-+*.)'].map((opener) => opener.charCodeAt(0)))
const NEW_LINE = 10
const BLANK = 32
const TAB = 9
const ZERO = 48
const NINE = 57

/** True if reading the text as Markdown takes some milliseconds at most: see {@link BOUNDS}. */
export function isWithinBounds(text: string): boolean {
  if (text.length > BOUNDS.characters) return false
  const seen = { lines: 1, marks: 0, squares: 0, blanks: 0, nesting: 0 }
  let word = 0
  let isStart = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isBlank = code === BLANK || code === TAB || code === NEW_LINE
    if (isBlank) {
      seen.squares += word * word
      word = 0
      seen.blanks = code === NEW_LINE ? 0 : seen.blanks + 1
    } else {
      word += 1
      seen.blanks = 0
      if (MARKS.has(code)) seen.marks += 1
      if (isStart && OPENERS.has(code)) seen.nesting += 1
      else if (code < ZERO || code > NINE) isStart = false
    }
    if (code === NEW_LINE) {
      seen.lines += 1
      seen.nesting = 0
      isStart = true
    }
    if (isBeyond(seen)) return false
  }
  return seen.squares + word * word <= BOUNDS.squares
}

function isBeyond({ lines, marks, squares, blanks, nesting }: Record<Exclude<keyof typeof BOUNDS, 'characters'>, number>): boolean {
  return lines > BOUNDS.lines || marks > BOUNDS.marks || squares > BOUNDS.squares || blanks > BOUNDS.blanks || nesting > BOUNDS.nesting
}
