/** Collects text as lines. Blanks are collapsed as in HTML, and what parts two texts is written with the second one. Pure. */

/** Quotes and lists that are nested more deeply are shown as if they were not: every line begins with their marks. */
const DEEPEST = 8
const BLANKS = /[ \t\n\r\f]+/g

/** The text that has been collected, and what is to stand before the next one. */
export class TextLines {
  /** How many elements are open whose blanks are kept. */
  pre = 0
  /** An element whose blanks are kept has just begun. */
  isPreStart = false
  /** How many quotes are open. */
  quotes = 0
  readonly #texts: string[] = []
  #quotesBefore = 0
  /** How many line breaks, tabs and blanks, and which mark of an item, stand before the next text. */
  #breaks = 0
  #tabs = 0
  #hasBlank = false
  #mark = ''
  #isFirstCell = true
  #isCellStart = false

  /** Where the next text will stand: see {@link since}. */
  get place(): number {
    return this.#texts.length
  }

  /** The text from a place on. */
  since(place: number): string {
    return this.#texts.slice(place).join('')
  }

  toString(): string {
    return this.#texts.join('')
  }

  /** Text of the HTML. */
  text(text: string): void {
    if (this.pre > 0) return this.#kept(text)
    const collapsed = text.replaceAll(BLANKS, ' ')
    if (collapsed.startsWith(' ')) this.#hasBlank = true
    const inner =
      collapsed.trim() === '' ? '' : collapsed.slice(collapsed.startsWith(' ') ? 1 : 0, collapsed.endsWith(' ') ? -1 : undefined)
    if (inner === '') return
    this.inline(inner)
    this.#hasBlank = collapsed.endsWith(' ')
  }

  #kept(text: string): void {
    // a line break right behind the tag is none: the HTML standard, §13.2.6.4.7
    const inner = this.isPreStart ? text.replace(/^\r?\n/, '') : text
    this.isPreStart = false
    for (const [index, line] of inner.replaceAll('\r\n', '\n').split('\n').entries()) {
      if (index > 0) this.newLine()
      if (line !== '') this.inline(line)
    }
  }

  /** A text that stands as it is, on the line of what is before it if nothing parts them. */
  inline(text: string): void {
    const isFirst = this.#texts.length === 0
    if (isFirst) this.#texts.push(prefix(this.quotes))
    else if (this.#breaks > 0) this.#texts.push(this.#lines())
    if (this.#mark !== '') this.#texts.push(this.#mark)
    else if (this.#tabs > 0) this.#texts.push('\t'.repeat(this.#tabs))
    else if (this.#hasBlank && !isFirst && this.#breaks === 0) this.#texts.push(' ')
    this.#texts.push(text)
    this.#quotesBefore = this.quotes
    this.#breaks = 0
    this.#tabs = 0
    this.#mark = ''
    this.#hasBlank = false
    this.#isCellStart = false
  }

  /** The breaks before a text. Empty lines are quoted if what is before and behind them is. */
  #lines(): string {
    const empty = `\n${prefix(Math.min(this.#quotesBefore, this.quotes)).trimEnd()}`
    return `${empty.repeat(this.#breaks - 1)}\n${prefix(this.quotes)}`
  }

  /** The address of a link that has just ended. */
  address(address: string): void {
    const isFollowedByBlank = this.#hasBlank
    this.#hasBlank = true
    this.inline(`[${address}]`)
    this.#hasBlank = isFollowedByBlank
  }

  /** A line break, or an empty line where a line has just ended. */
  newLine(): void {
    if (!this.#isCellStart) this.#breaks += 1
    this.#hasBlank = false
  }

  /** The begin or the end of a block: at least so many breaks before the next text; 2 leave a line empty. */
  part(breaks: 1 | 2): void {
    // a block that begins a cell or an item stands beside what is before it
    if (this.#isCellStart || this.#mark !== '') return
    this.#breaks = Math.max(this.#breaks, breaks)
    this.#tabs = 0
    this.#hasBlank = false
  }

  /** The begin of a row. */
  row(): void {
    this.#isFirstCell = true
    this.#tabs = 0
  }

  /** The begin of a cell. */
  cell(): void {
    if (!this.#isFirstCell) this.#tabs += 1
    this.#hasBlank = true
    this.#isCellStart = true
  }

  /** The end of a cell: its last block does not part it from the next cell. */
  cellEnd(): void {
    this.#isFirstCell = false
    if (!this.#isCellStart) this.#breaks = 0
    this.#isCellStart = false
    this.#hasBlank = true
  }

  /** The begin of an item of a list, with its mark. */
  item(depth: number, mark: string): void {
    this.#mark = `${'  '.repeat(Math.max(0, Math.min(depth, DEEPEST) - 1))}${mark}`
  }

  /** The end of an item. */
  itemEnd(): void {
    this.#mark = ''
  }
}

const prefix = (quotes: number) => '> '.repeat(Math.min(quotes, DEEPEST))
